import { CircleCheck, Clock, Search } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../src/ui/feedback/EmptyState.tsx';
import { CountTable } from '../../src/ui/table/CountTable.tsx';
import { DataTable } from '../../src/ui/table/DataTable.tsx';
import { isDescending, type Sort } from '../../src/ui/table/sort.ts';
import type { Column } from '../../src/ui/table/use-data-table.ts';
import { VirtualTable } from '../../src/ui/table/VirtualTable.tsx';
import { Badge } from '../../src/ui/text/Badge.tsx';
import { Specimen, SpecimenGroup } from './Specimen.tsx';

const rows = Array.from({ length: 16 }, (_, index) => ({
  serial: `0O${(index * 7919 + 4096).toString(36).toUpperCase()}`,
  model: index === 3 ? 'A model with a name that is much longer than any other in this column' : 'Model 7420',
  days: (index * 137) % 1100,
  price: 412.5 * (index + 1),
}));

const columns: Column<(typeof rows)[number]>[] = [
  { accessorKey: 'serial', header: 'Serial', enableSorting: false, meta: { header: true, mono: true } },
  { accessorKey: 'model', header: 'Model', enableSorting: false, meta: { muted: true, wrap: true } },
  { header: 'State', cell: ({ row }) => <State days={row.original.days} /> },
  { accessorKey: 'days', header: 'Days left', meta: { numeric: true } },
  {
    header: 'Price',
    cell: ({ row }) => row.original.price.toLocaleString('en-US', { minimumFractionDigits: 2 }),
    meta: { numeric: true },
  },
];

export function TableSpecimens() {
  const [sort, setSort] = useState<Sort>('days');
  const sign = isDescending(sort) ? -1 : 1;
  const sorted = rows.toSorted((a, b) => sign * (a.days - b.days));
  return (
    <SpecimenGroup title="Table">
      <Specimen title="Sticky header, sorting, an open row, figures under figures" wide>
        <VirtualTable
          caption="Sixteen devices, the rows in view"
          columns={columns}
          count={rows.length}
          rowAt={(index) => sorted[index]}
          rowHeight={37}
          openIndex={1}
          sorting={{ sort, onSort: (next) => setSort(next ?? 'days'), isRequired: true }}
        />
      </Specimen>
      <Specimen title="All rows" wide>
        <DataTable caption="Sixteen devices" className="max-h-80" columns={columns} rows={rows} />
      </Specimen>
      <Specimen title="Counts">
        <CountTable
          caption="Rows by state"
          rowHeading="State"
          columns={['Rows']}
          rows={[
            { label: 'Good', counts: [9871] },
            { label: 'Without a result', counts: [129] },
          ]}
        />
      </Specimen>
      <Specimen title="Empty">
        <EmptyState icon={<Search aria-hidden size={24} />} title="No matching rows" level={3}>
          Change the filter to see the other 10,000 rows.
        </EmptyState>
      </Specimen>
    </SpecimenGroup>
  );
}

function State({ days }: { days: number }) {
  return days > 30 ? (
    <Badge tone="active" icon={<CircleCheck aria-hidden size={14} />}>
      Good
    </Badge>
  ) : (
    <Badge tone="expiring" icon={<Clock aria-hidden size={14} />}>
      Soon
    </Badge>
  );
}
