import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Field } from '../../ui/form/Field.tsx';
import type { FormSectionProps } from './form-section.ts';
import { PlainInput } from './PlainInput.tsx';
import type { HeaderRow } from './tester-form.ts';

const maxRows = 50;

export function HeaderRows(part: FormSectionProps) {
  const { form, change } = part;
  const add = useRef<HTMLButtonElement>(null);
  const addRow = () => {
    const id = Math.max(-1, ...form.headers.map((row) => row.id)) + 1;
    change({ headers: [...form.headers, { id, key: '', value: '' }] });
  };
  const remove = (id: number) => {
    change({ headers: form.headers.filter((row) => row.id !== id) });
    add.current?.focus();
  };
  return (
    <fieldset className="min-w-0">
      <legend className="float-left py-1 font-medium text-base">Custom headers</legend>
      <div className="flex justify-end">
        <Button
          ref={add}
          size="sm"
          icon={<Plus aria-hidden size={16} />}
          disabled={form.headers.length >= maxRows}
          onClick={addRow}
        >
          Add header
        </Button>
      </div>
      {form.headers.length > 0 && (
        <ul className="clear-both mt-3 space-y-3">
          {form.headers.map((row, index) => (
            <Row key={row.id} row={row} number={index + 1} onRemove={() => remove(row.id)} {...part} />
          ))}
        </ul>
      )}
    </fieldset>
  );
}

interface RowProps extends FormSectionProps {
  row: HeaderRow;
  number: number;
  onRemove: () => void;
}

function Row({ row, number, onRemove, form, change, errorFor, onBlur }: RowProps) {
  const { id } = row;
  const set = (patch: Partial<HeaderRow>) =>
    change({ headers: form.headers.map((each) => (each.id === id ? { ...each, ...patch } : each)) });
  return (
    <li className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 gap-2 @md:grid-cols-2">
        <Field label={`Header name ${number}`} hideLabel error={errorFor(`headers.${id}.key`)}>
          <PlainInput
            // Focus a newly added row.
            autoFocus={row.key === '' && row.value === ''}
            maxLength={200}
            placeholder="Name"
            value={row.key}
            onChange={(event) => set({ key: event.target.value })}
            onBlur={(event) => row.key !== '' && onBlur(`headers.${id}.key`, event)}
          />
        </Field>
        <Field label={`Header value ${number}`} hideLabel error={errorFor(`headers.${id}.value`)}>
          <PlainInput
            maxLength={8192}
            placeholder="Value"
            value={row.value}
            onChange={(event) => set({ value: event.target.value })}
            onBlur={(event) => onBlur(`headers.${id}.value`, event)}
          />
        </Field>
      </div>
      <IconButton label={`Remove header ${row.key.trim() || number}`} icon={X} onClick={onRemove} />
    </li>
  );
}
