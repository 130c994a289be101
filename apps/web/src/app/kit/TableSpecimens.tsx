import { CircleCheck, Clock, Search } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { CountTable } from '../../ui/table/CountTable.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { isDescending, type Sort } from '../../ui/table/sort.ts';
import type { Column } from '../../ui/table/use-data-table.ts';
import { Badge } from '../../ui/text/Badge.tsx';
import { Specimen, SpecimenGroup } from './Specimen.tsx';

const rows = Array.from({ length: 16 }, (_, index) => ({
  serial: `0O${(index * 7919 + 4096).toString(36).toUpperCase()}`,
  model: index === 3 ? 'A model with a name that is much longer than any other in this column' : 'Model 7420',
  days: (index * 137) % 1100,
  price: 412.5 * (index + 1),
}));

export function TableSpecimens() {
  const [selected, setSelected] = useState(new Set([rows[1]?.serial]));
  const [sort, setSort] = useState<Sort>('days');
  const sign = isDescending(sort) ? -1 : 1;
  const sorted = rows.toSorted((a, b) => sign * (a.days - b.days));
  const toggle = (serial: string) => {
    const next = new Set(selected);
    if (!next.delete(serial)) next.add(serial);
    setSelected(next);
  };
  return (
    <SpecimenGroup title="Table">
      <Specimen title="Sticky header, sorting, selection, figures under figures" wide>
        <DataTable
          caption="Sixteen devices of the example"
          className="max-h-80"
          columns={columnsOf(selected, toggle)}
          rows={sorted}
          sorting={{ sort, onSort: (next) => setSort(next ?? 'days'), isRequired: true }}
          isSelected={({ serial }) => selected.has(serial)}
        />
      </Specimen>
      <Specimen title="Short, with its caption shown">
        <CountTable
          caption="Rows by state"
          showCaption
          rowHeading="State"
          columns={['Rows']}
          rows={[
            { label: 'Good', counts: [9871] },
            { label: 'Without a result', counts: [129] },
          ]}
        />
      </Specimen>
      <Specimen title="Empty">
        <EmptyState icon={<Search aria-hidden size={24} />} title="No matching rows" level={4}>
          Change the filter to see the other 10,000 rows.
        </EmptyState>
      </Specimen>
    </SpecimenGroup>
  );
}

function columnsOf(
  selected: ReadonlySet<string | undefined>,
  onToggle: (serial: string) => void,
): Column<(typeof rows)[number]>[] {
  return [
    {
      id: 'selected',
      header: () => <span className="sr-only">Selected</span>,
      cell: ({ row: { original } }) => (
        <Checkbox
          aria-label={`Select ${original.serial}`}
          checked={selected.has(original.serial)}
          onCheckedChange={() => onToggle(original.serial)}
        />
      ),
      meta: { head: { className: 'w-10' } },
    },
    { accessorKey: 'serial', header: 'Serial', enableSorting: false, meta: { header: true, mono: true } },
    { accessorKey: 'model', header: 'Model', enableSorting: false, meta: { muted: true, wrap: true } },
    { header: 'State', cell: ({ row }) => <State days={row.original.days} /> },
    {
      accessorKey: 'days',
      header: 'Days left',
      cell: ({ row }) => row.original.days.toLocaleString('en-US'),
      meta: { numeric: true },
    },
    {
      header: 'Price',
      cell: ({ row }) => row.original.price.toLocaleString('en-US', { minimumFractionDigits: 2 }),
      meta: { numeric: true },
    },
  ];
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
