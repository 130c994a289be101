import { useQuery } from '@tanstack/react-query';
import { listDiscoveries } from '@warranty/contracts/agents';
import type { CatalogEndpoint, CatalogParameter } from '@warranty/contracts/api-explorer';
import { listBulkRuns } from '@warranty/contracts/bulk-lookup';
import { call } from '../../lib/api/api.ts';
import type { ParameterValues } from '../../lib/api/endpoint-request.ts';
import { useNow } from '../../lib/browser/use-now.ts';
import { classes } from '../../ui/classes.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { SuggestInput } from '../../ui/form/SuggestInput.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { parametersOf } from './internal-request.ts';
import { type Choice, choicesFor, listsNeeded, type OwnThings } from './parameter-choices.ts';

interface ParameterFieldsProps {
  endpoint: CatalogEndpoint;
  values: ParameterValues;
  errors: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
}

export function ParameterFields({ endpoint, values, errors, onChange }: ParameterFieldsProps) {
  const own = useOwnThings(endpoint);
  const now = useNow();
  const groups = [
    { title: 'Path parameters', parameters: endpoint.pathParams, grid: '' },
    { title: 'Query parameters', parameters: endpoint.queryParams, grid: 'sm:grid-cols-2' },
  ].filter(({ parameters }) => parameters.length > 0);
  if (groups.length === 0) return <p className="text-ink-2">This endpoint takes no parameters.</p>;
  return groups.map(({ title, parameters, grid }) => (
    <fieldset key={title} className="min-w-0">
      <legend className="mb-2 font-medium text-ink-2 text-sm">{title}</legend>
      <div className={classes('grid grid-cols-[minmax(0,1fr)] items-start gap-3', grid)}>
        {parameters.map((parameter) => (
          <ParameterField
            key={parameter.name}
            parameter={parameter}
            choices={choicesFor(parameter, values, own, now)}
            value={values[parameter.name] ?? ''}
            error={errors[parameter.name]}
            onChange={(value) => onChange(parameter.name, value)}
          />
        ))}
      </div>
    </fieldset>
  ));
}

interface ParameterFieldProps {
  parameter: CatalogParameter;
  choices: readonly Choice[];
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Choices are suggestions: anything can be typed, and a chosen ID is named below the field. */
function ParameterField({ parameter, choices, value, error, onChange }: ParameterFieldProps) {
  const { name, description, required } = parameter;
  const chosen = choices.find((choice) => choice.value === value.trim())?.name;
  return (
    <Field
      label={name}
      help={chosen || description}
      error={error}
      required={required}
      badge={required && <Badge>Required</Badge>}
    >
      {choices.length > 0 ? (
        <SuggestInput name={name} value={value} suggestions={choices} onValueChange={onChange} />
      ) : (
        <Input
          mono
          name={name}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Read again for each endpoint, because runs and scans arrive while the page is open. */
const alwaysFresh = { gcTime: 0, staleTime: 0, retry: false } as const;

/** What the parameters of an endpoint can be chosen from. A list that fails to load offers nothing: values can be typed. */
function useOwnThings(endpoint: CatalogEndpoint): OwnThings {
  const needed = listsNeeded(parametersOf(endpoint));
  const runs = useQuery({
    ...alwaysFresh,
    queryKey: ['explorer-runs', endpoint.path],
    enabled: needed.runs,
    queryFn: async () => (await call(listBulkRuns)).runs,
  });
  const scans = useQuery({
    ...alwaysFresh,
    queryKey: ['explorer-scans', endpoint.path],
    enabled: needed.scans,
    queryFn: async () => (await call(listDiscoveries, { query: {} })).sessions,
  });
  return { runs: runs.data ?? [], scans: scans.data ?? [] };
}
