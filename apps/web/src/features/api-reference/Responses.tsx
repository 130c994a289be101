import type { JsonSchema, Operation } from '@warranty/contracts/core/openapi';
import { Code } from '../../ui/text/Code.tsx';
import { BodySchema } from './BodySchema.tsx';
import type { Schemas } from './schema-fields.ts';

interface ResponsesProps {
  operation: Operation;
  schemas: Schemas;
}

interface Success {
  status: string;
  description: string;
  types: string[];
  schema: JsonSchema | undefined;
}

function successesOf({ responses }: Operation): Success[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { description, content = {} }]) => ({
      status,
      description,
      types: Object.keys(content),
      schema: content['application/json']?.schema,
    }));
}

/** What an endpoint returns if nothing goes wrong. */
export function Responses({ operation, schemas }: ResponsesProps) {
  const successes = successesOf(operation);
  // A second status has the same fields; then they are shown once, below both.
  const [first] = successes;
  return (
    <div className="space-y-3">
      {successes.map((success) => (
        <Status key={success.status} success={success} />
      ))}
      {first?.schema && (
        <BodySchema label="the response" schema={first.schema} schemas={schemas} use="reply" />
      )}
    </div>
  );
}

function Status({ success: { status, description, types } }: { success: Success }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="font-medium text-active tabular-nums">{status}</span>
      <span className="text-ink-2">{description}</span>
      {types.length === 0 && <span className="text-ink-2">without a body</span>}
      {types.map((type) => (
        <Code key={type}>{type}</Code>
      ))}
    </div>
  );
}
