import type { JsonSchema } from '@warranty/contracts/core/openapi';
import { useMemo } from 'react';
import { Details } from '../../ui/layout/Details.tsx';
import { CodeBlock } from '../../ui/text/Code.tsx';
import { FieldGroups, type FieldUse } from './FieldList.tsx';
import { fieldGroups, typeOf } from './schema-fields.ts';

interface BodySchemaProps {
  /** What the body is, for example "the response". */
  label: string;
  schema: JsonSchema;
  use: FieldUse;
}

/** A body as fields, with its JSON Schema for those who want every detail. */
export function BodySchema({ label, schema, use }: BodySchemaProps) {
  const groups = useMemo(() => fieldGroups(schema), [schema]);
  const type = typeOf(schema);
  return (
    <div className="space-y-3">
      {type !== 'object' && <p className="text-ink-2">An {type}.</p>}
      <FieldGroups label={label} groups={groups} use={use} />
      <div className="print:hidden">
        <Details summary="JSON Schema">
          <CodeBlock label={`JSON Schema of ${label}`} className="max-h-96">
            {JSON.stringify(schema, null, 2)}
          </CodeBlock>
        </Details>
      </div>
    </div>
  );
}
