import type { Operation } from '@warranty/contracts/openapi';
import { Code } from '../../ui/Code.tsx';
import { BodySchema } from './BodySchema.tsx';
import type { Schemas } from './schema-fields.ts';

interface RequestBodyProps {
  body: NonNullable<Operation['requestBody']>;
  schemas: Schemas;
}

/** The JSON body by its fields, and the content types of a body that is a file. */
export function RequestBody({ body: { content }, schemas }: RequestBodyProps) {
  const { 'application/json': json, ...files } = content;
  const types = Object.keys(files);
  return (
    <div className="space-y-3">
      {json && (
        <p>
          <Code>application/json</Code>
        </p>
      )}
      {json && <BodySchema label="the request body" schema={json.schema} schemas={schemas} use="request" />}
      {types.length > 0 && (
        <div className="text-ink-2">
          {json ? 'Or the file itself, as one of:' : 'The file itself, as one of:'}
          <ul className="mt-1.5 flex flex-wrap gap-2">
            {types.map((type) => (
              <li key={type} className="min-w-0">
                <Code>{type}</Code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
