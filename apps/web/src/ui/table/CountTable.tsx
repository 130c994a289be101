import { formatNumber } from '../../lib/format/format-number.ts';
import { DataTable } from './DataTable.tsx';
import type { Column } from './use-data-table.ts';

interface CountTableProps {
  caption: string;
  /** Heading of the first column. */
  rowHeading: string;
  columns: string[];
  /** One count per column. */
  rows: { label: string; counts: number[] }[];
  mono?: boolean;
  className?: string;
}

/** The numbers of a chart. */
export function CountTable({ rowHeading, columns, rows, mono = false, ...table }: CountTableProps) {
  return (
    <DataTable
      {...table}
      rows={rows}
      columns={[labelColumn(rowHeading, mono), ...columns.map(countColumn)]}
    />
  );
}

type CountRow = CountTableProps['rows'][number];

const labelColumn = (header: string, mono: boolean): Column<CountRow> => ({
  accessorKey: 'label',
  header,
  meta: { header: true, mono },
});

const countColumn = (header: string, place: number): Column<CountRow> => ({
  id: `${place}`,
  header,
  cell: ({ row }) => formatNumber(row.original.counts[place] ?? 0),
  meta: { numeric: true },
});
