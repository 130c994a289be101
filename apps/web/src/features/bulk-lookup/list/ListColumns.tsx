import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { shorten } from '../shorten.ts';
import type { ColumnChoice, PastedTable } from './pasted-table.ts';

/** A select option cannot have an empty value; this one represents it. No header can be this text. */
const noColumn = '\t';

interface ListColumnsProps {
  table: PastedTable;
  onChoose: (choice: ColumnChoice) => void;
}

/** Which columns of a pasted spreadsheet are used. */
export function ListColumns({ table, onChoose }: ListColumnsProps) {
  const { key, columns, serial, manufacturer } = table;
  const options = columns.map(({ name, firstValue }) => ({
    value: name,
    label: name,
    hint: shorten(firstValue, 24),
  }));
  const choice = { key, serial, manufacturer };
  return (
    <div className="grid gap-4 sm:grid-cols-[18rem_18rem]">
      <Field label="Serial number column" help={exampleOf(table, serial)}>
        <Select
          options={options}
          value={serial}
          onValueChange={(name) => onChoose({ ...choice, serial: name })}
        />
      </Field>
      <Field label="Manufacturer column" optional help={exampleOf(table, manufacturer)}>
        <Select
          options={[{ value: noColumn, label: 'None' }, ...options.filter(({ value }) => value !== serial)]}
          value={manufacturer ?? noColumn}
          onValueChange={(name) => onChoose({ ...choice, manufacturer: name === noColumn ? null : name })}
        />
      </Field>
    </div>
  );
}

function exampleOf({ columns }: PastedTable, name: string | null): string | undefined {
  const value = columns.find((column) => column.name === name)?.firstValue;
  return value ? `For example ${shorten(value, 24)}` : undefined;
}
