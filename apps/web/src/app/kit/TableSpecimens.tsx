import { CircleCheck, Clock, Search } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../ui/Table.tsx';
import { Specimen, SpecimenGroup } from './Specimen.tsx';

const rows = Array.from({ length: 16 }, (_, index) => ({
  serial: `0O${(index * 7919 + 4096).toString(36).toUpperCase()}`,
  model: index === 3 ? 'A model with a name that is much longer than any other in this column' : 'Model 7420',
  days: (index * 137) % 1100,
  price: 412.5 * (index + 1),
}));

export function TableSpecimens() {
  const [selected, setSelected] = useState(new Set([rows[1]?.serial]));
  const [descending, setDescending] = useState(false);
  const sorted = rows.toSorted((a, b) => (descending ? b.days - a.days : a.days - b.days));
  const toggle = (serial: string) => {
    const next = new Set(selected);
    if (!next.delete(serial)) next.add(serial);
    setSelected(next);
  };
  return (
    <SpecimenGroup title="Table">
      <Specimen title="Sticky header, sorting, selection, figures under figures" wide>
        <Table caption="Sixteen devices of the example" className="max-h-80">
          <TableHead>
            <TableRow>
              <TableHeaderCell className="w-10">
                <span className="sr-only">Selected</span>
              </TableHeaderCell>
              <TableHeaderCell>Serial</TableHeaderCell>
              <TableHeaderCell>Model</TableHeaderCell>
              <TableHeaderCell>State</TableHeaderCell>
              <TableHeaderCell
                numeric
                sort={descending ? 'descending' : 'ascending'}
                onSort={() => setDescending(!descending)}
              >
                Days left
              </TableHeaderCell>
              <TableHeaderCell numeric>Price</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {sorted.map((row) => (
              <TableRow key={row.serial} selected={selected.has(row.serial)}>
                <TableCell>
                  <Checkbox
                    aria-label={`Select ${row.serial}`}
                    checked={selected.has(row.serial)}
                    onCheckedChange={() => toggle(row.serial)}
                  />
                </TableCell>
                <TableCell header mono>
                  {row.serial}
                </TableCell>
                <TableCell muted wrap>
                  {row.model}
                </TableCell>
                <TableCell>
                  {row.days > 30 ? (
                    <Badge tone="active" icon={<CircleCheck aria-hidden size={14} />}>
                      Good
                    </Badge>
                  ) : (
                    <Badge tone="expiring" icon={<Clock aria-hidden size={14} />}>
                      Soon
                    </Badge>
                  )}
                </TableCell>
                <TableCell numeric>{row.days.toLocaleString('en-US')}</TableCell>
                <TableCell numeric>
                  {row.price.toLocaleString('en-US', { minimumFractionDigits: 2 })}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Specimen>
      <Specimen title="Short, with its caption shown">
        <Table caption="Rows by state" showCaption>
          <TableHead>
            <TableRow>
              <TableHeaderCell>State</TableHeaderCell>
              <TableHeaderCell numeric>Rows</TableHeaderCell>
            </TableRow>
          </TableHead>
          <TableBody>
            <TableRow>
              <TableCell header>Good</TableCell>
              <TableCell numeric>9,871</TableCell>
            </TableRow>
            <TableRow>
              <TableCell header>Without a result</TableCell>
              <TableCell numeric>129</TableCell>
            </TableRow>
          </TableBody>
        </Table>
      </Specimen>
      <Specimen title="Empty">
        <EmptyState icon={<Search aria-hidden size={24} />} title="No matching rows" level={4}>
          Change the filter to see the other 10,000 rows.
        </EmptyState>
      </Specimen>
    </SpecimenGroup>
  );
}
