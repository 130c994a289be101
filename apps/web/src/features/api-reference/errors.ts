import type { JsonSchema, Operation } from '@warranty/contracts/core/openapi';

export interface ErrorsOfStatus {
  status: string;
  errors: { code: string; message: string }[];
  /** If the body has more than every error has. */
  schema: JsonSchema | null;
}

const isError = (status: string) => Number(status) >= 400;

function errorsIn(description: string): ErrorsOfStatus['errors'] {
  return description.split('\n\n').map((line) => {
    const [, code = '', message = ''] = /^`(\w+)`: (.*)$/s.exec(line) ?? ['', '', line];
    return { code, message };
  });
}

/** The codes that every endpoint can return. */
export function commonCodes(operations: readonly Operation[]): Set<string> {
  const [first = new Set<string>(), ...others] = operations.map(
    ({ responses }) =>
      new Set(
        Object.entries(responses)
          .filter(([status]) => isError(status))
          .flatMap(([, { description }]) => errorsIn(description).map(({ code }) => code)),
      ),
  );
  return new Set([...first].filter((code) => others.every((codes) => codes.has(code))));
}

/** The errors of an endpoint by status: its own, and those of every endpoint. */
export function errorsOf(
  { responses }: Operation,
  common: ReadonlySet<string>,
): { own: ErrorsOfStatus[]; shared: ErrorsOfStatus[] } {
  const all = Object.entries(responses)
    .filter(([status]) => isError(status))
    .map(([status, { description, content }]) => {
      const schema = content?.['application/json']?.schema ?? null;
      return { status, errors: errorsIn(description), schema: schema?.$ref ? null : schema };
    });
  const select = (isWanted: (code: string) => boolean) =>
    all
      .map((each) => ({ ...each, errors: each.errors.filter(({ code }) => isWanted(code)) }))
      .filter(({ errors }) => errors.length > 0);
  return {
    own: select((code) => !common.has(code)),
    shared: select((code) => common.has(code)).map((each) => ({ ...each, schema: null })),
  };
}
