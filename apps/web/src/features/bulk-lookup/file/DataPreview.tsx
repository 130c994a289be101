import type { CsvRow } from '@warranty/domain/csv/reader';
import { formatCount } from '../../../lib/format/format-number.ts';
import { classes } from '../../../ui/classes.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { Column } from '../../../ui/table/use-data-table.ts';
import { Badge } from '../../../ui/text/Badge.tsx';
import { shorten } from '../shorten.ts';
import { columnUses } from './mapping.ts';
import type { ReadFile } from './use-bulk-file.ts';

const maxRows = 6;
const maxCharacters = 100;

/** The first rows as they are in the file. Each column shows what the mapping uses it for. */
export function DataPreview({ read: { reading, mapping } }: { read: ReadFile }) {
  const { columns, firstRows, rows } = reading;
  const uses = columnUses(columns, mapping);
  const shownCount = Math.min(firstRows.length, maxRows);
  return (
    <section aria-labelledby="file-data">
      <h3 id="file-data" className="font-semibold">
        Your data
      </h3>
      <p className="mt-1 mb-2 text-ink-2 text-sm">
        {shownCount === rows ? 'All rows' : `The first ${formatCount(shownCount, 'row')}`}, exactly as in the
        file. Labels show what a column is used for.
      </p>
      <DataTable
        caption="First rows of your file"
        columns={[
          lineColumn,
          ...columns.map(({ name }, place) => dataColumn(name, place, uses[place] ?? [])),
        ]}
        rows={firstRows.slice(0, maxRows)}
      />
    </section>
  );
}

const head = { className: 'py-2 align-top' };

const lineColumn: Column<CsvRow> = {
  accessorKey: 'line',
  header: 'Row',
  meta: { numeric: true, muted: true, header: true, head },
};

const dataColumn = (name: string, place: number, uses: readonly string[]): Column<CsvRow> => ({
  id: `${place}`,
  header: () => (
    <>
      <span className={classes('block', uses.length > 0 && 'text-ink')}>{shorten(name, 40)}</span>
      <span className="mt-1 flex min-h-6 items-center gap-1">
        {uses.map((use) => (
          <Badge key={use} tone="accent">
            {use}
          </Badge>
        ))}
        {uses.length === 0 && <span className="font-normal">Not used</span>}
      </span>
    </>
  ),
  cell: ({ row: { original } }) => (
    <span className="block max-h-10 max-w-72 overflow-hidden text-ellipsis whitespace-pre">
      {shorten(original.cells[place] ?? '', maxCharacters)}
    </span>
  ),
  meta: { mono: true, muted: uses.length === 0, head },
});
