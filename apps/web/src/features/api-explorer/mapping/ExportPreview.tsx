import { formatCount } from '../../../lib/format-number.ts';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/Table.tsx';
import type { Preview } from './preview.ts';

/** The first rows of the file and the number of remaining ones. */
export function ExportPreview({ preview: { columns, rows, totalRows } }: { preview: Preview }) {
  const more = totalRows - rows.length;
  return (
    <div>
      <Table caption="The first rows of the file">
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableHeaderCell key={column} className="max-w-64 truncate" title={column}>
                {column}
              </TableHeaderCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are known by their place
            <TableRow key={row}>
              {cells.map((cell, index) => (
                <TableCell key={columns[index]} className="max-w-64 truncate" title={cell || undefined}>
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {more > 0 && <p className="mt-2 text-ink-2 text-sm">and {formatCount(more, 'more row')}</p>}
    </div>
  );
}
