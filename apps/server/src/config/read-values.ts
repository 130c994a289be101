import { readFileSync } from 'node:fs';
import { settings, type Values } from './settings.ts';

export type Environment = Record<string, string | undefined>;

/** Reads `NAME`, or the file named by `NAME_FILE`, which is how secrets are usually mounted. */
function rawValue(env: Environment, name: string, problems: string[]): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return env[name] || undefined;
  if (env[name]) problems.push(`${name} and ${name}_FILE must not both be set`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    problems.push(`${name}_FILE points to a file that cannot be read`);
    return undefined;
  }
}

interface Tree {
  [name: string]: unknown;
}

function setAt(tree: Tree, [head = '', ...rest]: string[], value: unknown): void {
  if (rest.length > 0) {
    tree[head] ??= {};
    setAt(tree[head] as Tree, rest, value);
  } else tree[head] = value;
}

/** Returns the value of every setting at its key. Adds every problem to the list, with the variable's name. */
export function readValues(env: Environment, problems: string[]): Values {
  const values: Tree = {};
  for (const [name, { key, schema, ...setting }] of settings) {
    const raw = rawValue(env, name, problems) ?? setting.default;
    const result = raw === undefined ? undefined : schema.safeParse(raw);
    setAt(values, key.split('.'), result?.data ?? null);
    if (result?.error) problems.push(`${name} ${result.error.issues[0]?.message ?? 'is not valid'}`);
  }
  return values as Values;
}

const valueAt = (values: unknown, key: string): unknown =>
  key.split('.').reduce((value, name) => (value as Tree)[name], values);

/** The same values by the names of their variables. */
export const valuesByVariable = (values: Values): Record<string, unknown> =>
  Object.fromEntries(settings.map(([name, { key }]) => [name, valueAt(values, key)]));
