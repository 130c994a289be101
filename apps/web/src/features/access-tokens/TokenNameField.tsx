import type { Ref } from 'react';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';

interface TokenNameFieldProps {
  value: string;
  onChange: (value: string) => void;
  missing: boolean;
  ref: Ref<HTMLInputElement>;
}

export function TokenNameField({ value, onChange, missing, ref }: TokenNameFieldProps) {
  return (
    <Field
      label="Token name"
      required
      error={missing && 'Please enter a token name'}
      help="For example, the application that will use it."
    >
      <Input
        ref={ref}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder="e.g. Nightly inventory sync"
        maxLength={100}
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
      />
    </Field>
  );
}
