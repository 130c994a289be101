import type { Parameter } from '@warranty/contracts/openapi';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import { Select } from '../../ui/Select.tsx';
import { Prose } from './Prose.tsx';

interface TryParameterProps {
  parameter: Parameter;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** A select option cannot have an empty value. */
const unset = '-';

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
        <Select
          options={[
            { value: unset, label: 'Not set' },
            ...listed.map((each) => ({ value: each, label: each })),
          ]}
          value={value || unset}
          onValueChange={(next) => onChange(next === unset ? '' : next)}
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
