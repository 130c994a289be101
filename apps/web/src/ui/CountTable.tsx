import { formatNumber } from '../lib/format-number.ts';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from './Table.tsx';

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
export function CountTable({ caption, rowHeading, columns, rows, mono = false, className }: CountTableProps) {
  return (
    <Table caption={caption} {...(className && { className })}>
      <TableHead>
        <TableRow>
          <TableHeaderCell>{rowHeading}</TableHeaderCell>
          {columns.map((column) => (
            <TableHeaderCell key={column} numeric>
              {column}
            </TableHeaderCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map(({ label, counts }) => (
          <TableRow key={label}>
            <TableCell header mono={mono}>
              {label}
            </TableCell>
            {columns.map((column, index) => (
              <TableCell key={column} numeric>
                {formatNumber(counts[index] ?? 0)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
