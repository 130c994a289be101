import {
  type ColumnDef,
  functionalUpdate,
  type RowData,
  rowSortingFeature,
  type Table,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { formatSort, isDescending, type Sort, sortKeyOf } from './sort.ts';
import type { TableCellProps, TableHeaderCellProps } from './Table.tsx';

const features = tableFeatures({ rowSortingFeature });

/** How a column looks. */
interface ColumnLook<Row>
  extends Pick<TableCellProps, 'numeric' | 'header' | 'mono' | 'muted' | 'wrap' | 'className'> {
  /** The header cell, where it looks different from the others. */
  head?: Pick<TableHeaderCellProps, 'className' | 'title'>;
  /** What depends on the row. Null if the cell of another column spans this one. */
  cellProps?: (row: Row) => TableCellProps | null;
}

type Features<Row> = typeof features & { columnMeta: ColumnLook<Row> };

export type Column<Row extends RowData> = ColumnDef<Features<Row>, Row>;
export type DataTableModel<Row extends RowData> = Table<Features<Row>, Row>;
export type DataRow<Row extends RowData> = ReturnType<DataTableModel<Row>['getRow']>;

export interface Sorting<Key extends string = string> {
  /** Null for the original order. */
  sort: Sort<Key> | null;
  onSort: (sort: Sort<Key> | null) => void;
  /** True if a third click on a column reverses the order again instead of restoring the original one. */
  isRequired?: boolean;
}

interface DataTableOptions<Row extends RowData> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId?: (row: Row, position: number) => string;
  /** Makes the headers of columns with an accessor buttons. The caller sorts the rows. */
  sorting?: Sorting | undefined;
}

/** The columns, rows and order of a table. */
export function useDataTable<Row extends RowData>(options: DataTableOptions<Row>): DataTableModel<Row> {
  const { columns, rows, rowId, sorting } = options;
  const sort = sorting?.sort ?? null;
  const state = useMemo(
    () => ({ sorting: sort === null ? [] : [{ id: sortKeyOf(sort), desc: isDescending(sort) }] }),
    [sort],
  );
  return useTable<Features<Row>, Row>({
    features: features as Features<Row>,
    columns,
    data: rows,
    ...(rowId && { getRowId: rowId }),
    state,
    manualSorting: true,
    enableSorting: sorting !== undefined,
    enableSortingRemoval: !sorting?.isRequired,
    sortDescFirst: false,
    onSortingChange: (change) => {
      const [next] = functionalUpdate(change, state.sorting);
      sorting?.onSort(next ? formatSort(next.id, next.desc) : null);
    },
  });
}
