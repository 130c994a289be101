import type { Operation } from '@warranty/contracts/core/openapi';
import { Code } from '../../ui/text/Code.tsx';
import { BodySchema } from './BodySchema.tsx';
import { successesOf } from './entries.ts';

/** What an endpoint returns if nothing goes wrong. */
export function Responses({ operation }: { operation: Operation }) {
  const successes = successesOf(operation);
  // A second status has the same fields; then they are shown once, below both.
  const schema = successes[0]?.[1].content?.['application/json']?.schema;
  return (
    <div className="space-y-3">
      {successes.map(([status, { description, content = {} }]) => (
        <div key={status} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium text-active tabular-nums">{status}</span>
          <span className="text-ink-2">{description}</span>
          {Object.keys(content).length === 0 && <span className="text-ink-2">without a body</span>}
          {Object.keys(content).map((type) => (
            <Code key={type}>{type}</Code>
          ))}
        </div>
      ))}
      {schema && <BodySchema label="the response" schema={schema} use="reply" />}
    </div>
  );
}
