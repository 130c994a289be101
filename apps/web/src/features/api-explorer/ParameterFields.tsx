import type { CatalogEndpoint, CatalogParameter } from '@warranty/contracts/api-explorer';
import { Badge } from '../../ui/Badge.tsx';
import { Field } from '../../ui/Field.tsx';
import { Input } from '../../ui/Input.tsx';
import type { ParameterValues } from './internal-request.ts';

interface ParameterFieldsProps {
  endpoint: CatalogEndpoint;
  values: ParameterValues;
  errors: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
}

export function ParameterFields({ endpoint, values, errors, onChange }: ParameterFieldsProps) {
  const groups = [
    { title: 'Path parameters', parameters: endpoint.pathParams },
    { title: 'Query parameters', parameters: endpoint.queryParams },
  ].filter(({ parameters }) => parameters.length > 0);
  if (groups.length === 0) return <p className="text-ink-2">This endpoint takes no parameters.</p>;
  return groups.map(({ title, parameters }) => (
    <fieldset key={title} className="space-y-3">
      <legend className="mb-3 font-medium text-ink-2 text-sm">{title}</legend>
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={values[parameter.name] ?? ''}
          error={errors[parameter.name]}
          onChange={(value) => onChange(parameter.name, value)}
        />
      ))}
    </fieldset>
  ));
}

interface ParameterFieldProps {
  parameter: CatalogParameter;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function ParameterField({ parameter, value, error, onChange }: ParameterFieldProps) {
  const { name, description, required } = parameter;
  return (
    <Field
      label={name}
      help={description}
      error={error}
      required={required}
      badge={required && <Badge>Required</Badge>}
    >
      <Input
        mono
        name={name}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
