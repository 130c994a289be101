import { useVirtualizer } from '@tanstack/react-virtual';
import type { ResultSort } from '@warranty/contracts/bulk-results';
import { type ComponentProps, memo, useEffect, useRef } from 'react';
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
import { ResultCells, type RowOpener } from './ResultRow.tsx';
import { directionOf, nextSort, sortKeyOf } from './result-sort.ts';
import { defaultColumns, isNumeric, type TableColumn } from './table-columns.ts';
import type { ResultRow } from './use-result-rows.ts';

interface ResultsTableProps {
  caption: string;
  columns?: readonly TableColumn[];
  count: number;
  /** Undefined while loading. */
  rowAt: (index: number) => ResultRow | undefined;
  /** Called with the first and last visible row. */
  onView?: (first: number, last: number) => void;
  opener?: RowOpener;
  /** The index of the row whose details are open; it is kept in view. Negative if there is none. */
  openIndex?: number;
  sort?: ResultSort | null;
  /** Null if the rows cannot be sorted. */
  onSort?: ((sort: ResultSort | null) => void) | null;
}

const rowHeight = 36;
/** For touch devices. */
const tallRowHeight = 44;

/** Renders only the visible rows, so a million rows cost as much as twenty. */
export function ResultsTable(props: ResultsTableProps) {
  const { caption, columns = defaultColumns, count, rowAt, onView, opener, openIndex = -1 } = props;
  const { sort = null, onSort = null } = props;
  const now = useNow();
  const scroll = useRef<HTMLElement>(null);
  const isCoarse = useMediaQuery('(pointer: coarse)');
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => (isCoarse ? tallRowHeight : rowHeight),
    overscan: 8,
    // The header covers the first row.
    scrollPaddingStart: rowHeight,
  });
  const items = rows.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  useEffect(() => {
    if (first && last) onView?.(first.index, last.index);
  }, [first, last, onView]);
  const { scrollToIndex } = rows;
  useEffect(() => {
    if (openIndex >= 0) scrollToIndex(openIndex, { align: 'auto' });
  }, [openIndex, scrollToIndex]);
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
              key={column.key}
              {...sortingOf(column, sort, onSort)}
              numeric={isNumeric(column)}
              title={column.label}
              className={index === 0 ? 'sticky left-0 z-1' : 'max-w-56 truncate'}
            >
              {column.label}
            </TableHeaderCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        <TableSpace columns={columns.length} height={first?.start ?? 0} />
        {items.map(({ key, index, size }) => {
          const row = rowAt(index);
          // Keyed by place in the view: while scrolling, rows that are loading are reused instead of being rendered again.
          const place = index - (first?.index ?? 0);
          if (!row) return <LoadingRow key={`loading ${place}`} {...{ index, columns }} height={size} />;
          return (
            <Row
              key={key}
              {...{ index, row, columns, now, opener }}
              isOpen={index === openIndex}
              measure={rows.measureElement}
            />
          );
        })}
        <TableSpace columns={columns.length} height={rows.getTotalSize() - (last?.end ?? 0)} />
      </TableBody>
    </Table>
  );
}

function sortingOf(
  column: TableColumn,
  sort: ResultSort | null,
  onSort: ResultsTableProps['onSort'],
): Pick<ComponentProps<typeof TableHeaderCell>, 'sort' | 'onSort'> {
  const key = sortKeyOf(column);
  if (!key || !onSort) return {};
  return { sort: directionOf(sort, key), onSort: () => onSort(nextSort(sort, key)) };
}

interface LoadingRowProps {
  index: number;
  columns: readonly TableColumn[];
  height: number;
}

function LoadingRow({ index, columns, height }: LoadingRowProps) {
  return (
    <TableRow aria-rowindex={index + 2} style={{ height }}>
      <LoadingCells columns={columns} />
    </TableRow>
  );
}

const LoadingCells = memo(({ columns }: { columns: readonly TableColumn[] }) =>
  columns.map(({ key }) => (
    <TableCell key={key}>
      <Skeleton still className="h-3 w-20" />
    </TableCell>
  )),
);

interface RowProps {
  index: number;
  row: ResultRow;
  columns: readonly TableColumn[];
  now: Date;
  opener: RowOpener | undefined;
  isOpen: boolean;
  measure: (element: Element | null) => void;
}

/** A click that selects text does not open the row. */
const isSelecting = () => getSelection()?.type === 'Range';

const Row = memo(({ index, row, columns, now, opener, isOpen, measure }: RowProps) => {
  const onClick = opener ? () => !isSelecting() && opener.open(row.row) : undefined;
  return (
    <TableRow
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      selected={isOpen}
      onClick={onClick}
      className={onClick && 'cursor-pointer'}
    >
      <ResultCells {...{ row, columns, now, opener }} />
    </TableRow>
  );
});
