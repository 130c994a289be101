import { readFileSync } from 'node:fs';
import type * as z from 'zod';
import { type Setting, settings } from './settings.ts';

type Settings = typeof settings;

/** Settings with a default always have a value. */
export type Values = {
  [N in keyof Settings]: Settings[N] extends { default: string }
    ? z.output<Settings[N]['schema']>
    : z.output<Settings[N]['schema']> | undefined;
};
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

/** Returns the value of every setting. Adds every problem to the list, with the variable's name. */
export function readVariables(env: Environment, problems: string[]): Values {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    const raw = rawValue(env, name, problems) ?? setting.default;
    if (raw === undefined) continue;
    const result = setting.schema.safeParse(raw);
    if (result.success) values[name] = result.data;
    else problems.push(`${name} ${result.error.issues[0]?.message ?? 'is not valid'}`);
  }
  return values as Values;
}
