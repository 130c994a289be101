import type { AssetAnalysis } from '@warranty/contracts/purchase-date';
import { Details } from '../../../ui/layout/Details.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { Column } from '../../../ui/table/use-data-table.ts';

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

type ReadColumn = AssetAnalysis['insights']['dataQuality']['columns'][number];

const tableColumns: Column<ReadColumn>[] = [
  {
    header: 'Read as',
    cell: ({ row: { original } }) => labels[original.field] ?? original.field,
    meta: { header: true },
  },
  { accessorKey: 'column', header: 'Your column' },
];

/** Shows how the header was interpreted, so that users notice mistakes here and not in odd results. */
export function ColumnMappingTable({ columns }: { columns: ReadColumn[] }) {
  if (columns.length === 0) return null;
  return (
    <Details summary="How your columns were read">
      <DataTable
        caption="How your columns were read"
        className="max-w-120"
        columns={tableColumns}
        rows={columns}
      />
    </Details>
  );
}
