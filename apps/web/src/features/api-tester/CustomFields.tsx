import { type TesterMethod, testerMethods } from '@warranty/contracts/vendors/vendor';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import type { FormSectionProps } from './form-section.ts';
import { PlainInput } from './PlainInput.tsx';

const methodOptions = testerMethods.map((method) => ({ value: method, label: method }));

export function CustomFields({ form, change }: FormSectionProps) {
  return (
    <div className="grid gap-4 @md:grid-cols-[minmax(0,1fr)_8rem]">
      <Field label="Endpoint URL" required>
        <PlainInput
          inputMode="url"
          maxLength={8192}
          placeholder="https://api.example.com/v1/devices"
          value={form.url}
          onChange={(event) => change({ url: event.target.value })}
        />
      </Field>
      <Field label="HTTP method" required>
        <Select
          options={methodOptions}
          value={form.method}
          onValueChange={(method) => change({ method: method as TesterMethod })}
        />
      </Field>
    </div>
  );
}
