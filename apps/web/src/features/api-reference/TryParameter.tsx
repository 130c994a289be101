import type { Parameter } from '@warranty/contracts/core/openapi';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { OptionalSelect } from '../../ui/form/OptionalSelect.tsx';
import { Prose } from './Prose.tsx';

interface TryParameterProps {
  parameter: Parameter;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function TryParameter({ parameter, value, error, onChange }: TryParameterProps) {
  const { name, description, required, schema } = parameter;
  const listed = schema.enum?.map(String);
  return (
    <Field
      label={name}
      required={required}
      optional={!required}
      error={error}
      help={description && <Prose>{description}</Prose>}
    >
      {listed ? (
        <OptionalSelect
          options={listed.map((each) => ({ value: each, label: each }))}
          value={value}
          onValueChange={onChange}
        />
      ) : (
        <Input
          mono
          value={value}
          maxLength={4000}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
