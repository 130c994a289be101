import type { TestDatabase } from './database.ts';

interface Table {
  name: string;
}

/**
 * Every row of every table as text, as a dump of the database would show it. `without` names
 * tables, which also leaves out their partitions, or schemas.
 */
export async function dumpDatabase(
  { query }: TestDatabase,
  without: readonly string[] = [],
): Promise<string> {
  const tables = await query<Table>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const isLeftOut = (name: string) =>
    without.some((other) => name === other || name.startsWith(`${other}_`) || name.startsWith(`${other}.`));
  const kept = tables.filter(({ name }) => !isLeftOut(name));
  const parts = await Promise.all(
    kept.map(async ({ name }) => {
      const rows = await query<{ text: string }>(`select t::text as text from ${name} t order by 1`);
      return [name, ...rows.map(({ text }) => text)].join('\n');
    }),
  );
  return parts.join('\n');
}
