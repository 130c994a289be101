import type { RowData } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEventHandler, memo, useEffect, useRef } from 'react';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { HeaderRow, RowCells } from './DataTable.tsx';
import { Table, TableBody, TableCell, TableRow, TableSpace } from './Table.tsx';
import { type Column, type DataRow, type Sorting, useDataTable } from './use-data-table.ts';

interface VirtualTableProps<Row extends RowData> {
  caption: string;
  /** Rows are rendered again if this changes. */
  columns: readonly Column<Row>[];
  count: number;
  /** Undefined while loading. */
  rowAt: (index: number) => Row | undefined;
  /** Identifies a row if rows move. */
  keyAt?: (index: number) => string;
  /** Of a row with one line. Rendered rows are measured. */
  rowHeight: number;
  /** Called with the first and last rendered row. */
  onView?: (first: number, last: number) => void;
  sorting?: Sorting | undefined;
  /** Called after a click anywhere in a row. */
  onOpen?: ((row: Row) => void) | undefined;
  /** The row whose details are open; it stays in view. Negative if there is none. */
  openIndex?: number;
  fixed?: boolean;
  /** In the rows. */
  onKeyDown?: KeyboardEventHandler<HTMLElement>;
}

const headHeight = 36;

/** A table that renders only the rows in view, so that a million rows cost as much as twenty. */
export function VirtualTable<Row extends RowData>(props: VirtualTableProps<Row>) {
  const { caption, columns, count, rowAt, keyAt, rowHeight, onView, sorting, onOpen, openIndex = -1 } = props;
  const scroll = useRef<HTMLElement>(null);
  const view = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    ...(keyAt && { getItemKey: keyAt }),
    overscan: 8,
    // The header covers the first row.
    scrollPaddingStart: headHeight,
  });
  const items = view.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  useEffect(() => {
    if (first && last) onView?.(first.index, last.index);
  }, [first, last, onView]);
  const { scrollToIndex } = view;
  useEffect(() => {
    if (openIndex >= 0) scrollToIndex(openIndex, { align: 'auto' });
  }, [openIndex, scrollToIndex]);
  const loaded = items.flatMap(({ index }) => {
    const row = rowAt(index);
    return row ? [{ index, row }] : [];
  });
  const table = useDataTable({
    columns,
    rows: loaded.map(({ row }) => row),
    rowId: (_, position) => `${loaded[position]?.index}`,
    sorting,
  });
  const { rowsById } = table.getRowModel();
  return (
    <Table
      caption={caption}
      scrollRef={scroll}
      rowCount={count + 1}
      fixed={props.fixed ?? false}
      className="max-h-[min(40rem,75dvh)] scroll-pt-9"
    >
      <HeaderRow table={table} index={1} />
      <TableBody onKeyDown={props.onKeyDown}>
        <TableSpace columns={columns.length} height={first?.start ?? 0} />
        {items.map(({ key, index, size }) => {
          const row = rowsById[index];
          if (row) {
            return (
              <LoadedRow<Row>
                key={key}
                {...{ row, index, columns, onOpen }}
                isOpen={index === openIndex}
                measure={view.measureElement}
              />
            );
          }
          // Keyed by place in the view: while scrolling, rows that are loading are reused instead of being rendered again.
          const place = index - (first?.index ?? 0);
          return <LoadingRow key={`loading ${place}`} columns={columns.length} {...{ index, size }} />;
        })}
        <TableSpace columns={columns.length} height={view.getTotalSize() - (last?.end ?? 0)} />
      </TableBody>
    </Table>
  );
}

interface LoadedRowProps<Row extends RowData> extends Pick<VirtualTableProps<Row>, 'columns' | 'onOpen'> {
  row: DataRow<Row>;
  index: number;
  isOpen: boolean;
  measure: (element: Element | null) => void;
}

/** A click that selects text does not open the row. */
const isSelecting = () => getSelection()?.type === 'Range';

function RenderedRow<Row extends RowData>(props: LoadedRowProps<Row>) {
  const { row, index, isOpen, onOpen, measure } = props;
  return (
    <TableRow
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      selected={isOpen}
      onClick={onOpen && (() => !isSelecting() && onOpen(row.original))}
      className={onOpen && 'cursor-pointer'}
    >
      <RowCells row={row} />
    </TableRow>
  );
}

/** While scrolling, the table has a new model of a row that shows the same as before. */
const LoadedRow = memo(
  RenderedRow,
  ({ row, ...before }, { row: nextRow, ...next }) =>
    row.original === nextRow.original &&
    Object.entries(next).every(([name, value]) => Object.is(value, before[name as keyof typeof before])),
) as typeof RenderedRow;

/** Cells do not depend on the row, so a step of scrolling leaves them alone. */
const LoadingCells = memo(({ columns }: { columns: number }) =>
  Array.from({ length: columns }, (_, column) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all of them are alike
    <TableCell key={column}>
      <Skeleton still className="h-3 w-20" />
    </TableCell>
  )),
);

function LoadingRow({ index, size, columns }: { index: number; size: number; columns: number }) {
  return (
    <TableRow aria-rowindex={index + 2} style={{ height: size }}>
      <LoadingCells columns={columns} />
    </TableRow>
  );
}
