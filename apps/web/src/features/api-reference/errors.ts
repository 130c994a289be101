import type { JsonSchema, OpenApiDocument, Operation } from '@warranty/contracts/core/openapi';

export interface ErrorsOfStatus {
  status: string;
  errors: { code: string; message: string }[];
  /** If the body has more than every error has. */
  schema: JsonSchema | null;
}

function errorsIn(description: string): ErrorsOfStatus['errors'] {
  return description.split('\n\n').map((line) => {
    const [, code = '', message = ''] = /^`(\w+)`: (.*)$/s.exec(line) ?? ['', '', line];
    return { code, message };
  });
}

const failuresOf = ({ responses }: Operation) =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description, content }]) => {
      return { status, errors: errorsIn(description), body: content?.['application/json']?.schema };
    });

/** The codes that every endpoint can return. */
export function commonCodes(operations: readonly Operation[]): Set<string> {
  const [first = [], ...others] = operations.map((operation) =>
    failuresOf(operation).flatMap(({ errors }) => errors.map(({ code }) => code)),
  );
  return new Set(first.filter((code) => others.every((codes) => codes.includes(code))));
}

/** What a body has more than the one of every error, to which others can refer as one of their kinds. */
function ownSchema(body: JsonSchema | undefined, { Error: common }: Schemas): JsonSchema | null {
  if (!body || body.$ref) return null;
  return body.anyOf ? { anyOf: body.anyOf.map((kind) => (kind.$ref ? common : kind)) } : body;
}

type Schemas = OpenApiDocument['components']['schemas'];

/** The errors of an endpoint by status: its own, and those of every endpoint. */
export function errorsOf(operation: Operation, common: ReadonlySet<string>, schemas: Schemas) {
  const select = (isShared: boolean): ErrorsOfStatus[] =>
    failuresOf(operation)
      .map(({ status, errors, body }) => ({
        status,
        errors: errors.filter(({ code }) => common.has(code) === isShared),
        schema: isShared ? null : ownSchema(body, schemas),
      }))
      .filter(({ errors }) => errors.length > 0);
  return { own: select(false), shared: select(true) };
}
