import pg from 'pg';

/** A statement that has come this often will come again. */
const prepareAfter = 3;
/** Statements built around a list of values are endless; these many are watched, and of them these many prepared. */
const maxTracked = 2000;
const maxPrepared = 300;

type Query = (query: unknown, values?: unknown, callback?: unknown) => never;

/** Names for the statements that come again and again, the same in every connection of the process. */
export function createStatementNames() {
  const seen = new Map<string, number>();
  const names = new Map<string, string>();
  return (text: string): string | null => {
    const known = names.get(text);
    if (known) return known;
    const times = (seen.get(text) ?? 0) + 1;
    if (times < prepareAfter || names.size >= maxPrepared) {
      if (seen.size >= maxTracked) seen.clear();
      seen.set(text, times);
      return null;
    }
    seen.delete(text);
    const name = `again-${names.size}`;
    names.set(text, name);
    return name;
  };
}

const nameOf = createStatementNames();

/**
 * Prepares what comes again, whoever builds the statement. The queue's own statements and those of a lookup are small
 * and many: PostgreSQL took longer to plan them than to run them.
 */
export class PreparingClient extends pg.Client {
  override query: pg.Client['query'] = ((query: unknown, values?: unknown, callback?: unknown) => {
    const plain = super.query.bind(this) as unknown as Query;
    if (typeof query !== 'string' || !Array.isArray(values) || values.length === 0)
      return plain(query, values, callback);
    const name = nameOf(query);
    if (name === null) return plain(query, values, callback);
    return plain({ name, text: query, values }, callback);
  }) as unknown as pg.Client['query'];
}
