import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Table, TableBody, TableCell, TableHeaderCell, type TableProps, TableRow } from './Table.tsx';
import { type Column, type DataRow, type DataTableModel, useDataTable } from './use-data-table.ts';

interface DataTableProps<Row extends RowData> extends Pick<TableProps, 'caption' | 'className'> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

/** A table that renders all of its rows. */
export function DataTable<Row extends RowData>({ columns, rows, ...frame }: DataTableProps<Row>) {
  const table = useDataTable({ columns, rows });
  return (
    <Table {...frame}>
      <HeaderRow table={table} />
      <TableBody>
        {table.getRowModel().rows.map((row) => (
          <TableRow key={row.id}>
            <RowCells row={row} />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Called, not rendered as a component as `flexRender` does it: new columns would mount all cells again and lose the focus. */
function render<Context>(template: string | ((context: Context) => ReactNode) | undefined, context: Context) {
  return typeof template === 'function' ? template(context) : template;
}

const directions = { asc: 'ascending', desc: 'descending', none: 'none' } as const;

interface HeaderRowProps<Row extends RowData> {
  table: DataTableModel<Row>;
  /** If not all rows are rendered. */
  index?: number;
}

export function HeaderRow<Row extends RowData>({ table, index }: HeaderRowProps<Row>) {
  const cells = table.getFlatHeaders().map((header) => {
    const { column } = header;
    const { head, numeric } = column.columnDef.meta ?? {};
    return (
      <TableHeaderCell
        key={header.id}
        numeric={numeric ?? false}
        {...head}
        {...(column.getCanSort() && {
          sort: directions[column.getIsSorted() || 'none'],
          onSort: () => column.toggleSorting(),
        })}
      >
        {render(column.columnDef.header, header.getContext())}
      </TableHeaderCell>
    );
  });
  return (
    <thead className="sticky top-0 z-10">
      <TableRow aria-rowindex={index}>{cells}</TableRow>
    </thead>
  );
}

export function RowCells<Row extends RowData>({ row }: { row: DataRow<Row> }) {
  return row.getAllCells().map((cell) => {
    const { cell: content, meta } = cell.column.columnDef;
    const { head: _, cellProps, ...look } = meta ?? {};
    const ofRow = cellProps?.(row.original);
    if (ofRow === null) return null;
    return (
      <TableCell key={cell.id} {...look} {...ofRow}>
        {render(content, cell.getContext())}
      </TableCell>
    );
  });
}
