import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { formatDate } from '../../../lib/format/format-date.ts';
import type { Column } from '../../../ui/table/use-data-table.ts';
import { VirtualTable } from '../../../ui/table/VirtualTable.tsx';
import { ConfidenceBadge } from '../prediction/ConfidenceBadge.tsx';
import { knownLabel, methodLabels, yearOf } from '../prediction/labels.ts';
import type { PredictionRow } from './prediction-rows.ts';
import type { PredictionRows } from './use-prediction-rows.ts';

interface ResultsTableProps extends Omit<PredictionRows, 'isPending'> {
  onShow: (at: number) => void;
}

export function ResultsTable({ onShow, ...rows }: ResultsTableProps) {
  const columns = useMemo(() => columnsOf(onShow), [onShow]);
  return <VirtualTable caption="Predicted purchase dates" {...rows} columns={columns} rowHeight={56} />;
}

const columnsOf = (onShow: ResultsTableProps['onShow']): Column<PredictionRow>[] => [
  {
    header: 'Asset',
    cell: ({ row }) => <Asset row={row.original} onShow={onShow} />,
    meta: { header: true, className: 'h-14 max-w-72' },
  },
  {
    header: 'Predicted Date',
    cell: ({ row }) => <strong className="font-semibold">{yearOf(row.original.date)}</strong>,
    meta: { cellProps: ({ date }) => ({ title: date ? formatDate(date) : undefined }) },
  },
  { header: 'Confidence', cell: ({ row }) => <Confidence row={row.original} /> },
  {
    header: 'Method',
    cell: ({ row }) => methodLabels[row.original.method],
    meta: { cellProps: ({ method }) => ({ title: method }) },
  },
  {
    header: 'Explanation',
    cell: ({ row: { original } }) => (
      <span className="line-clamp-2" title={original.explanation}>
        {original.explanation}
      </span>
    ),
    meta: { wrap: true, muted: true, className: 'min-w-80' },
  },
];

function Asset({ row, onShow }: { row: PredictionRow; onShow: ResultsTableProps['onShow'] }) {
  const name = row.serialNumber ?? row.assetId;
  return (
    <>
      <button
        type="button"
        aria-label={`Evidence for ${name}`}
        aria-haspopup="dialog"
        onClick={() => onShow(row.at)}
        className="block min-h-6 max-w-full truncate rounded-sm font-medium font-mono text-accent underline decoration-1 underline-offset-4 hover:text-accent-strong pointer-coarse:min-h-11"
      >
        {name}
      </button>
      <span className="block truncate text-ink-2" title={row.device}>
        {row.device}
      </span>
    </>
  );
}

function Confidence({ row }: { row: PredictionRow }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <ConfidenceBadge confidence={row.confidence} known={row.isKnown ? knownLabel : null} />
      {row.conflicts > 0 && (
        <TriangleAlert role="img" aria-label="Conflicting evidence" size={14} className="text-expiring" />
      )}
    </span>
  );
}
