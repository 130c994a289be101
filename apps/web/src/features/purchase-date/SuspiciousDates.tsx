import type { SuspiciousDate } from '@warranty/contracts/purchase-date';
import { formatCount, formatNumber } from '../../lib/format-number.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Details } from '../../ui/Details.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/Table.tsx';

/** Entered dates that are impossible or are placeholders for "unknown". */
export function SuspiciousDates({ dates, count }: { dates: SuspiciousDate[]; count: number }) {
  return (
    <Alert tone="warning" title={`${formatCount(count, 'entered date')} cannot be trusted`}>
      <p>These dates are treated as missing and predicted instead.</p>
      <Details summary="Show details" className="mt-1">
        <Table caption="Entered dates that cannot be trusted" className="max-h-80">
          <TableHead>
            <TableRow>
              <TableHeaderCell>Asset</TableHeaderCell>
              <TableHeaderCell>Entered date</TableHeaderCell>
              <TableHeaderCell>Why</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {dates.map(({ assetId, serialNumber, date, sentence }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: ids of a file may repeat
              <TableRow key={index}>
                <TableCell header mono={serialNumber !== null}>
                  {serialNumber ?? assetId}
                </TableCell>
                <TableCell>{date}</TableCell>
                <TableCell wrap>{sentence}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
        {count > dates.length && <p className="mt-1">and {formatNumber(count - dates.length)} more</p>}
      </Details>
    </Alert>
  );
}
