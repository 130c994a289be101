import type { Operation } from '@warranty/contracts/core/openapi';
import { Code } from '../../ui/text/Code.tsx';
import { BodySchema } from './BodySchema.tsx';
import { successesOf } from './entries.ts';
import type { Schemas } from './schema-fields.ts';

interface ResponsesProps {
  operation: Operation;
  schemas: Schemas;
}

/** What an endpoint returns if nothing goes wrong. */
export function Responses({ operation, schemas }: ResponsesProps) {
  const successes = successesOf(operation);
  // A second status has the same fields; then they are shown once, below both.
  const schema = successes[0]?.[1].content?.['application/json']?.schema;
  return (
    <div className="space-y-3">
      {successes.map(([status, { description, content = {} }]) => (
        <Status key={status} {...{ status, description }} types={Object.keys(content)} />
      ))}
      {schema && <BodySchema label="the response" schema={schema} schemas={schemas} use="reply" />}
    </div>
  );
}

interface StatusProps {
  status: string;
  description: string;
  types: string[];
}

function Status({ status, description, types }: StatusProps) {
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
