import { useVirtualizer } from '@tanstack/react-virtual';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatDate } from '../../lib/format-date.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
  TableSpace,
} from '../../ui/Table.tsx';
import { ConfidenceBadge } from './ConfidenceBadge.tsx';
import { knownLabel, methodLabels, yearOf } from './labels.ts';
import type { PredictionRow } from './prediction-rows.ts';
import type { PredictionRows } from './use-prediction-rows.ts';

const columns = ['Asset', 'Predicted Date', 'Confidence', 'Method', 'Explanation'];
const rowHeight = 56;

interface ResultsTableProps extends Omit<PredictionRows, 'isPending'> {
  onShow: (at: number) => void;
}

/** Renders only the rows in view. */
export function ResultsTable({ count, rowAt, onView, onShow }: ResultsTableProps) {
  const scroll = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const items = rows.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  useEffect(() => {
    if (first && last) onView(first.index, last.index);
  }, [first, last, onView]);
  return (
    <Table
      caption="Predicted purchase dates"
      scrollRef={scroll}
      rowCount={count + 1}
      className="max-h-[min(40rem,75dvh)] scroll-pt-9"
    >
      <TableHead>
        <TableRow aria-rowindex={1}>
          {columns.map((column) => (
            <TableHeaderCell key={column}>{column}</TableHeaderCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        <TableSpace columns={columns.length} height={first?.start ?? 0} />
        {items.map(({ key, index }) => (
          <TableRow key={key} ref={rows.measureElement} data-index={index} aria-rowindex={index + 2}>
            <Cells row={rowAt(index)} onShow={onShow} />
          </TableRow>
        ))}
        <TableSpace columns={columns.length} height={rows.getTotalSize() - (last?.end ?? 0)} />
      </TableBody>
    </Table>
  );
}

function Cells({ row, onShow }: { row: PredictionRow | undefined; onShow: (at: number) => void }) {
  if (!row)
    return columns.map((column) => (
      <TableCell key={column} className="h-14">
        <Skeleton className="h-3 w-20" />
      </TableCell>
    ));
  const name = row.serialNumber ?? row.assetId;
  return (
    <>
      <TableCell header className="h-14 max-w-72">
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
      </TableCell>
      <TableCell title={row.date ? formatDate(row.date) : undefined}>
        <strong className="font-semibold">{yearOf(row.date)}</strong>
      </TableCell>
      <TableCell>
        <span className="inline-flex items-center gap-1.5">
          <ConfidenceBadge confidence={row.confidence} known={row.isKnown ? knownLabel : null} />
          {row.conflicts > 0 && (
            <TriangleAlert role="img" aria-label="Conflicting evidence" size={14} className="text-expiring" />
          )}
        </span>
      </TableCell>
      <TableCell title={row.method}>{methodLabels[row.method]}</TableCell>
      <TableCell wrap muted className="min-w-80">
        <span className="line-clamp-2" title={row.explanation}>
          {row.explanation}
        </span>
      </TableCell>
    </>
  );
}
