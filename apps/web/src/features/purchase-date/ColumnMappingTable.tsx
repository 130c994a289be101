import type { AssetAnalysis } from '@warranty/contracts/purchase-date';
import { Details } from '../../ui/Details.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/Table.tsx';

const labels: Record<string, string> = {
  assetId: 'Asset',
  assetTag: 'Asset tag',
  typeName: 'Type',
  serialNumber: 'Serial number',
  manufacturer: 'Manufacturer',
  modelNumber: 'Model',
  warrantyExpire: 'Warranty end',
  warrantyStart: 'Warranty start',
  purchaseDate: 'Purchase date',
  shipDate: 'Ship date',
  description: 'Description',
  cpu: 'Processor',
};

/** Shows how the header was interpreted, so that users notice mistakes here and not in odd results. */
export function ColumnMappingTable({
  columns,
}: {
  columns: AssetAnalysis['insights']['dataQuality']['columns'];
}) {
  if (columns.length === 0) return null;
  return (
    <Details summary="How your columns were read">
      <Table caption="How your columns were read" className="max-w-120">
        <TableHead>
          <TableRow>
            <TableHeaderCell>Read as</TableHeaderCell>
            <TableHeaderCell>Your column</TableHeaderCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {columns.map(({ field, column }) => (
            <TableRow key={field}>
              <TableCell header>{labels[field] ?? field}</TableCell>
              <TableCell>{column}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Details>
  );
}
