import { vendors } from '@warranty/contracts/vendors';
import { Search } from 'lucide-react';
import { type ReactNode, type RefObject, type SyntheticEvent, useState } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { codeField } from '../../ui/form/control-style.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import type { LookupFields } from './use-lookup-fields.ts';

const autoDetect = 'Auto-detect from model number';
/** A select option cannot have an empty value, so this one represents it. */
const anyManufacturer = 'any';
const manufacturers = [
  { value: anyManufacturer, label: autoDetect },
  ...vendors.map(({ name }) => ({ value: name, label: name })),
];

interface LookupFormProps {
  fields: LookupFields;
  onChange: (fields: LookupFields) => void;
  /** Called with a trimmed, non-empty model number. */
  onLookup: (fields: LookupFields) => void;
  tagField: RefObject<HTMLInputElement | null>;
  busy: boolean;
  /** Rendered in the form, below the fields. */
  children: ReactNode;
}

export function LookupForm({ fields, onChange, onLookup, tagField, busy, children }: LookupFormProps) {
  const [missing, setMissing] = useState(false);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const modelNumber = fields.modelNumber.trim();
    setMissing(modelNumber === '');
    if (modelNumber === '') tagField.current?.focus();
    else onLookup({ ...fields, modelNumber });
  };

  return (
    <Card className="print:hidden">
      <form
        noValidate
        aria-label="Warranty lookup"
        onSubmit={submit}
        className="grid items-start gap-4 p-5 md:grid-cols-[minmax(0,1fr)_18rem] lg:grid-cols-[minmax(0,1fr)_18rem_auto]"
      >
        <Field
          label="Model Number"
          required
          error={missing && 'Model number is required'}
          help="A service tag or serial number works best."
        >
          <Input
            ref={tagField}
            {...codeField}
            value={fields.modelNumber}
            onChange={(event) => {
              setMissing(false);
              onChange({ ...fields, modelNumber: event.target.value });
            }}
            // A disabled button blocks Enter in the form, but a scanner does not wait for the result before its next tag.
            onKeyDown={(event) => event.key === 'Enter' && busy && submit(event)}
            placeholder="e.g. 7XK2P93 (OptiPlex 7090) or 5TQ8R14 (Latitude 5440)"
            maxLength={200}
            enterKeyHint="search"
            className="text-ellipsis placeholder:font-sans"
          />
        </Field>
        <Field label="Manufacturer" optional>
          <Select
            options={manufacturers}
            value={fields.manufacturer}
            onValueChange={(manufacturer) =>
              onChange({ ...fields, manufacturer: manufacturer === anyManufacturer ? '' : manufacturer })
            }
            placeholder={autoDetect}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          icon={Search}
          busy={busy}
          busyLabel="Looking up warranty..."
          className="md:col-span-2 lg:col-span-1 lg:mt-6"
        >
          Lookup Warranty
        </Button>
      </form>
      {children}
    </Card>
  );
}
