import { createRequire } from 'node:module';

/** How the driver writes values as text, which its types leave out. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils') as {
  prepareValue(value: unknown): string | Buffer | null;
};

/** A value as SQL, of the type that PostgreSQL expects in its place. */
export function literal(value: unknown): string {
  const text = prepareValue(value);
  if (text === null) return 'null';
  return `'${typeof text === 'string' ? text.replaceAll("'", "''") : `\\x${text.toString('hex')}`}'`;
}
