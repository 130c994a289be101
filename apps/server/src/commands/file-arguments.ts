import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '../config/config.ts';

/** The arguments of a command that takes one file and one option. `otherwise` says what is missing. */
export function readFileArguments(
  args: string[],
  option: string,
  otherwise: string,
): { path: string; isSet: boolean } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { [option]: { type: 'boolean', default: false } },
  });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new ConfigError([otherwise]);
  return { path: resolve(file), isSet: values[option] === true };
}
