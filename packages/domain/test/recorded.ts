// biome-ignore lint/suspicious/noExplicitAny: the arguments are read from a text
type Functions = Record<string, (...given: any[]) => unknown>;

/** Such as a zero-width space or half of a surrogate pair. */
const invisible = /[\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff\ud800-\udfff]/g;

const print = (result: unknown): string =>
  (
    JSON.stringify(result, (_, value) =>
      value instanceof Map || value instanceof Set ? [...value] : value,
    ) ?? 'undefined'
  ).replaceAll(invisible, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

function outcome(functions: Functions, call: string): string {
  const [, name = '', given] = /^(\w+)\((.*)\)$/.exec(call) ?? [];
  const compute = functions[name];
  if (!compute) throw new Error(`there is no function for ${call}`);
  try {
    return print(compute(...(JSON.parse(`[${given}]`) as unknown[])));
  } catch (error) {
    return `throws ${(error as Error).message}`;
  }
}

/**
 * Makes the calls of a text and returns it with their present results, to be compared with the text: `#` says what a
 * paragraph shows, every other unindented line is a call, and the indented line below it the result. After adding a call or
 * changing a result, run vitest with `-u` and read the difference.
 */
export function replay(text: string, functions: Functions): string {
  const lines = text.split('\n').filter((line) => !line.startsWith('  '));
  const withResults = lines.flatMap((line) =>
    line === '' || line.startsWith('#') ? [line] : [line, `  ${outcome(functions, line)}`],
  );
  return withResults.join('\n');
}
