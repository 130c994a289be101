import { fillPath } from '@warranty/contracts/core/client';

interface RequestParameter {
  name: string;
  /** 'path' or 'query'. */
  in: string;
  required: boolean;
}

export type ParameterValues = Readonly<Record<string, string>>;

const entered = (values: ParameterValues, name: string) => values[name]?.trim() ?? '';

function problemOf({ name, in: place, required }: RequestParameter, values: ParameterValues): string | null {
  const value = entered(values, name);
  if (value === '') return required || place === 'path' ? `${name} is required` : null;
  return place === 'path' && ['.', '..'].includes(value) ? `${value} would change the request path` : null;
}

/** Error messages by parameter name. */
export function parameterErrors(
  parameters: readonly RequestParameter[],
  values: ParameterValues,
): Record<string, string> {
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const problem = problemOf(parameter, values);
      return problem === null ? [] : [[parameter.name, problem]];
    }),
  );
}

/** Builds the path with encoded values, in the path or in the query; blank ones are omitted. */
export function requestPath(
  path: string,
  parameters: readonly RequestParameter[],
  values: ParameterValues,
): string {
  const given = parameters.map(({ name, in: place }) => ({ name, place, value: entered(values, name) }));
  const query = new URLSearchParams(
    given
      .filter(({ place, value }) => place === 'query' && value !== '')
      .map(({ name, value }): [string, string] => [name, value]),
  ).toString();
  const inPath = Object.fromEntries(given.map(({ name, value }) => [name, value]));
  return fillPath(path, inPath) + (query && `?${query}`);
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
