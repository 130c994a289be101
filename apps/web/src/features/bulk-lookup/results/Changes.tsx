import { FileCheck2 } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { OptionalSelect } from '../../../ui/form/OptionalSelect.tsx';
import { Switch } from '../../../ui/form/Switch.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { Column } from '../../../ui/table/use-data-table.ts';
import { Badge } from '../../../ui/text/Badge.tsx';
import type { DownloadChoice } from '../run/download.ts';
import { shorten } from '../shorten.ts';
import type { Report } from './charts/fleet.ts';

interface ChangesProps {
  report: Report;
  choice: DownloadChoice;
  onChoice: (choice: DownloadChoice) => void;
}

const kinds = { filled: 'Blank cells filled', added: 'New column' };

/** Every cell that the download changes, old and new. Unchecked columns are excluded from the download. */
export function Changes({ report, choice, onChoice }: ChangesProps) {
  if (report.columns.length === 0) {
    return (
      <EmptyState icon={FileCheck2} title="No changes" level={3}>
        The file already contains everything the run found. The download is identical to your file.
      </EmptyState>
    );
  }
  return (
    <div className="space-y-6">
      <ChangedColumns {...{ report, choice, onChoice }} />
      {report.guardedCells > 0 && (
        <Switch
          label="Keep formulas"
          description={`${formatCount(report.guardedCells, 'cell')} could be executed as a formula in a spreadsheet. If off, ${report.guardedCells === 1 ? 'it gets' : 'they get'} a leading apostrophe.`}
          checked={choice.raw}
          onCheckedChange={(raw) => onChoice({ ...choice, raw })}
        />
      )}
      <ChangedCells report={report} choice={choice} />
    </div>
  );
}

function ChangedColumns({ report, choice, onChoice }: ChangesProps) {
  const toggle = (column: string, isWritten: boolean) => {
    const others = choice.without.filter((one) => one !== column);
    onChoice({ ...choice, without: isWritten ? others : [...others, column] });
  };
  // A new column is written even if it stays blank; an existing column without blank cells does not change.
  const shown = report.columns.filter(({ kind, cells }) => kind === 'added' || cells > 0);
  return (
    <section aria-labelledby="changed-columns">
      <h3 id="changed-columns" className="font-semibold">
        Columns
      </h3>
      <p className="text-ink-2">
        Existing values are never overwritten. Clear a checkbox to leave a column out.
      </p>
      <ul className="mt-2 grid gap-x-8 border-line border-t sm:grid-cols-2">
        {shown.map(({ column, kind, cells }) => (
          <li key={column} className="flex items-center gap-3 border-line border-b py-1.5">
            <div className="min-w-0 flex-1">
              <Checkbox
                label={<span className="wrap-anywhere">{shorten(column, 80)}</span>}
                checked={!choice.without.includes(column)}
                onCheckedChange={(checked) => toggle(column, checked)}
              />
            </div>
            <Badge>{kinds[kind]}</Badge>
            <span className="w-24 text-right text-ink-2 text-sm tabular-nums">
              {formatCount(cells, 'cell')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const cellColumns: Column<Report['changes'][number]>[] = [
  {
    header: 'Line',
    cell: ({ row }) => formatNumber(row.original.line),
    meta: { numeric: true, muted: true },
  },
  { accessorKey: 'column', header: 'Column', meta: { className: 'max-w-56 truncate' } },
  {
    header: 'Before',
    cell: ({ row }) => row.original.before || '(blank)',
    meta: { muted: true, className: 'max-w-56 truncate' },
  },
  { accessorKey: 'after', header: 'After', meta: { wrap: true, className: 'wrap-anywhere' } },
];

function ChangedCells({ report, choice }: Omit<ChangesProps, 'onChoice'>) {
  const [column, setColumn] = useState('');
  const written = report.changes.filter((change) => !choice.without.includes(change.column));
  const shown = column === '' ? written : written.filter((change) => change.column === column);
  const names = [...new Set(report.changes.map((change) => change.column))];
  return (
    <section aria-labelledby="changed-cells">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div>
          <h3 id="changed-cells" className="font-semibold">
            Cells
          </h3>
          <p className="text-ink-2">
            The first {formatCount(report.changes.length, 'change')}, in file order.
          </p>
        </div>
        <OptionalSelect
          aria-label="Filter changes by column"
          className="w-60!"
          none="All columns"
          options={names.map((name) => ({ value: name, label: shorten(name, 60) }))}
          value={column}
          onValueChange={setColumn}
        />
      </div>
      <DataTable caption="Changed cells" className="mt-3 max-h-96" columns={cellColumns} rows={shown} />
    </section>
  );
}
