import { formatCount } from '../../../lib/format-number.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { classes } from '../../../ui/classes.ts';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../../ui/Table.tsx';
import { shorten } from '../shorten.ts';
import { columnUses } from './column-uses.ts';
import type { ReadFile } from './use-bulk-file.ts';

const maxRows = 6;
const maxCharacters = 100;

/** The first rows as they are in the file. Each column shows what the mapping uses it for. */
export function DataPreview({ read: { reading, mapping } }: { read: ReadFile }) {
  const { columns, firstRows, firstLines, rows } = reading;
  const uses = columnUses(columns, mapping);
  const shown = firstRows.slice(0, maxRows);
  const isWhole = shown.length === rows;
  return (
    <section aria-labelledby="file-data">
      <h3 id="file-data" className="font-semibold">
        Your data
      </h3>
      <p className="mt-1 mb-2 text-ink-2 text-sm">
        {isWhole ? 'All rows' : `The first ${formatCount(shown.length, 'row')}`}, exactly as in the file.
        Labels show what a column is used for.
      </p>
      <Table caption="First rows of your file">
        <TableHead>
          <TableRow>
            <TableHeaderCell numeric className="py-2 align-top">
              Row
            </TableHeaderCell>
            {columns.map(({ name }, index) => (
              <ColumnHeader key={name} name={name} uses={uses[index] ?? []} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are known by their place
            <TableRow key={row}>
              <TableCell numeric muted header>
                {firstLines[row]}
              </TableCell>
              {columns.map(({ name }, index) => (
                <DataCell key={name} text={cells[index] ?? ''} isUsed={(uses[index] ?? []).length > 0} />
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}

function ColumnHeader({ name, uses }: { name: string; uses: readonly string[] }) {
  return (
    <TableHeaderCell className="py-2 align-top">
      <span className={classes('block', uses.length > 0 && 'text-ink')}>{shorten(name, 40)}</span>
      <span className="mt-1 flex min-h-6 items-center gap-1">
        {uses.map((use) => (
          <Badge key={use} tone="accent">
            {use}
          </Badge>
        ))}
        {uses.length === 0 && <span className="font-normal">Not used</span>}
      </span>
    </TableHeaderCell>
  );
}

function DataCell({ text, isUsed }: { text: string; isUsed: boolean }) {
  return (
    <TableCell mono muted={!isUsed}>
      <span className="block max-h-10 max-w-72 overflow-hidden text-ellipsis whitespace-pre">
        {shorten(text, maxCharacters)}
      </span>
    </TableCell>
  );
}
