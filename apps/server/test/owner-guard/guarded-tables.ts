import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import type { StoredTable } from '../../src/platform/ownership/stored-table.ts';

/** A table with rows of owners, and how a row tells whose it is. */
export interface GuardedTable {
  name: string;
  /** Missing if the rows belong to rows of another table. */
  ownerColumn?: string;
  /** Of rows about a person. */
  personColumn?: string;
  /** For each other to read: the row of an organization and those of its members. */
  readByMembers: boolean;
  parent?: Parent;
  /** Rows of the installation, too, may be read and written for every owner. */
  sharesInstallation: boolean;
}

/** `column` of a row has the value that `key` has in the row of `table` that it belongs to. */
type Parent = NonNullable<StoredTable['parent']>;

const sources = join(import.meta.dirname, '../../src');

/** What the modules next to the stores declare. */
async function listStoredTables(): Promise<StoredTable[]> {
  const files = await readdir(sources, { recursive: true });
  const modules = files.filter((file) => file.endsWith('.tables.ts')).toSorted();
  const exported = await Promise.all(modules.map((file) => import(pathToFileURL(join(sources, file)).href)));
  return exported.flatMap((module) => Object.values(module).filter(Array.isArray).flat()) as StoredTable[];
}

/** Tables that keep the rows of a deleted owner are not declared as owned, but have a column that says whose a row is. */
async function findOwnerColumns(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; column: string }>(
    `select relname as name, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and attname in ('owner', 'user_id')`,
  );
  return new Map(rows.map(({ name, column }) => [name, column]));
}

async function findParents(client: pg.Client): Promise<Map<string, Parent>> {
  const { rows } = await client.query<Parent & { name: string }>(
    `select child.relname as name, parent.relname as table, mine.attname as column, its.attname as key
       from pg_constraint
       join pg_class child on child.oid = conrelid
       join pg_class parent on parent.oid = confrelid
       join pg_attribute mine on mine.attrelid = conrelid and mine.attnum = conkey[1]
       join pg_attribute its on its.attrelid = confrelid and its.attnum = confkey[1]
      where contype = 'f' and child.relnamespace = 'public'::regnamespace and cardinality(conkey) = 1`,
  );
  return new Map(rows.map(({ name, ...parent }) => [name, parent]));
}

/** From the values that declare the tables, and from the catalog where these say nothing. */
export async function listGuardedTables(client: pg.Client): Promise<GuardedTable[]> {
  const [stored, ownerColumns, parents] = [
    await listStoredTables(),
    await findOwnerColumns(client),
    await findParents(client),
  ];
  return stored.flatMap(({ name, owner, ownerColumn, personColumn, parent, ...table }): GuardedTable[] => {
    const { sharesInstallation = false, readByMembers = false } = table;
    const common = { name, sharesInstallation, readByMembers };
    const column = ownerColumn ?? ownerColumns.get(name);
    if (column || personColumn)
      return [{ ...common, ...(column && { ownerColumn: column }), ...(personColumn && { personColumn }) }];
    if (!owner.includes('through')) return [];
    const its = parent ?? parents.get(name);
    if (!its) throw new Error(`${name} belongs to rows of another table: say which with \`parent\``);
    return [{ ...common, parent: its }];
  });
}
