import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import type { BulkResultRow } from '@warranty/contracts/bulk-results';
import { useEffect, useRef } from 'react';
import { useNow } from '../../../lib/use-now.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
  TableSpace,
} from '../../../ui/Table.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { ResultCells } from './ResultRow.tsx';

interface ResultsTableProps {
  caption: string;
  count: number;
  /** Undefined while loading. */
  rowAt: (index: number) => BulkResultRow | undefined;
  /** Called with the first and last visible row. */
  onView?: (first: number, last: number) => void;
}

const columns = [
  ...['Model Number', 'Manufacturer', 'Status', 'Start Date', 'End Date', 'Service Level'],
  'Days Remaining',
];
const rowHeight = 36;
/** For touch devices. */
const tallRowHeight = 44;

/** Renders only the visible rows, so a million rows cost as much as twenty. */
export function ResultsTable({ caption, count, rowAt, onView }: ResultsTableProps) {
  const now = useNow();
  const scroll = useRef<HTMLElement>(null);
  const isCoarse = useMediaQuery('(pointer: coarse)');
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => (isCoarse ? tallRowHeight : rowHeight),
    overscan: 8,
  });
  const items = rows.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  useEffect(() => {
    if (first && last) onView?.(first.index, last.index);
  }, [first, last, onView]);
  return (
    <Table
      caption={caption}
      scrollRef={scroll}
      rowCount={count + 1}
      className="max-h-[min(40rem,75dvh)] scroll-pt-9"
    >
      <TableHead>
        <TableRow aria-rowindex={1}>
          {columns.map((column, index) => (
            <TableHeaderCell
              key={column}
              numeric={column === 'Days Remaining'}
              {...(index === 0 && { className: 'sticky left-0 z-1' })}
            >
              {column}
            </TableHeaderCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        <TableSpace columns={columns.length} height={first?.start ?? 0} />
        {items.map((item) => (
          <Row key={item.key} item={item} row={rowAt(item.index)} now={now} measure={rows.measureElement} />
        ))}
        <TableSpace columns={columns.length} height={rows.getTotalSize() - (last?.end ?? 0)} />
      </TableBody>
    </Table>
  );
}

interface RowProps {
  item: VirtualItem;
  row: BulkResultRow | undefined;
  now: Date;
  measure: (element: Element | null) => void;
}

function Row({ item, row, now, measure }: RowProps) {
  return (
    <TableRow ref={measure} data-index={item.index} aria-rowindex={item.index + 2}>
      {row ? (
        <ResultCells row={row} now={now} />
      ) : (
        columns.map((column) => (
          <TableCell key={column}>
            <Skeleton className="h-3 w-20" />
          </TableCell>
        ))
      )}
    </TableRow>
  );
}
