import * as z from 'zod';
import { quoted, readRow, readRows, type Session } from './connection.store.ts';
import {
  type Area,
  area,
  type BackupDataKey,
  type BackupHeader,
  type BackupSequence,
  type BackupTable,
} from './manifest.ts';

const queueSchema = 'pgboss';
const text = z.string();
const named = z.object({ area, name: text });

/** The names of the schemas in this database. */
export type Schemas = Record<Area, string>;

export async function readSchemas(session: Session): Promise<Schemas> {
  const { product } = await readRow(
    session,
    z.object({ product: text }),
    'select current_schema() as product',
  );
  return { product, queue: queueSchema };
}

export const qualified = (schemas: Schemas, { area, name }: { area: Area; name: string }): string =>
  quoted(schemas[area], name);

/** What is in our two schemas and was not brought by an extension. */
const fromOurs = `
  from (select c.*, case nspname when $2 then 'queue' else 'product' end as area
          from pg_class c join pg_namespace n on n.oid = relnamespace
         where nspname in ($1, $2)
           and not exists (select from pg_depend
                            where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')) c`;

const tablesQuery = `
  select c.oid::text, area, relname as name,
         array(select attname::text from pg_attribute
                where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
                order by attnum) as columns,
         case when relispartition then json_build_object(
           'of', (select relname from pg_class where oid = inhparent),
           'bound', pg_get_expr(relpartbound, c.oid)) end as partition,
         inhparent::text as parent,
         array(select confrelid::text from pg_constraint where conrelid = c.oid and contype = 'f') as references
  ${fromOurs} left join pg_inherits on inhrelid = c.oid and relispartition
   where relkind = 'r'
   order by area, relname`;

const foundTable = named.extend({
  oid: text,
  columns: z.array(text),
  partition: z.object({ of: text, bound: text }).nullable(),
  parent: text.nullable(),
  references: z.array(text),
});
type FoundTable = z.output<typeof foundTable>;

/** The tables with rows of their own, each after those that it refers to: in this order they can be filled. */
export async function listTables(session: Session, { product, queue }: Schemas): Promise<BackupTable[]> {
  const found = await readRows(session, foundTable, tablesQuery, [product, queue]);
  return sortByReferences(found).map(({ area, name, columns, partition }) => ({
    area,
    name,
    columns,
    partition,
  }));
}

function sortByReferences(tables: readonly FoundTable[]): FoundTable[] {
  const sorted = new Set<FoundTable>();
  const visited = new Set<FoundTable>();
  const visit = (table: FoundTable): void => {
    if (visited.has(table)) return;
    visited.add(table);
    // A foreign key may refer to a partitioned table, whose rows are in its partitions.
    const isReferredTo = ({ oid, parent }: FoundTable) =>
      table.references.includes(oid) || (parent !== null && table.references.includes(parent));
    tables.filter(isReferredTo).forEach(visit);
    sorted.add(table);
  };
  tables.forEach(visit);
  return [...sorted];
}

/** Everything that a restore could collide with. */
export async function listRelations(session: Session, { product, queue }: Schemas): Promise<string[]> {
  const query = `select area, relname as name ${fromOurs} where relkind in ('r', 'p', 'v', 'm', 'S', 'f') order by 2`;
  return (await readRows(session, named, query, [product, queue])).map(({ name }) => name);
}

export async function readMigrations(session: Session): Promise<BackupHeader['migrations']> {
  return readRows(
    session,
    z.object({ name: text, checksum: text }),
    'select name, checksum from schema_migrations order by name',
  );
}

/** Null if pg-boss has not created its tables. */
export async function readQueueVersion(session: Session): Promise<number | null> {
  const { isThere } = await readRow(
    session,
    z.object({ isThere: z.boolean() }),
    `select to_regclass('${queueSchema}.version') is not null as "isThere"`,
  );
  if (!isThere) return null;
  const row = z.object({ version: z.int() });
  return (await readRow(session, row, `select version from ${queueSchema}.version`)).version;
}

export async function readDataKeys(session: Session): Promise<BackupDataKey[]> {
  return readRows(
    session,
    z.object({ id: text, wrapped: text, masterKeyId: text }),
    'select id, wrapped, master_key_id as "masterKeyId" from data_keys order by created_at, id',
  );
}

export async function readPostgresVersion(session: Session): Promise<number> {
  const row = z.object({ version: z.int() });
  const query = `select current_setting('server_version_num')::int as version`;
  return (await readRow(session, row, query)).version;
}

/** Sequences do not belong to a snapshot: each is at or past every value that the snapshot contains. */
export async function readSequences(session: Session, schemas: Schemas): Promise<BackupSequence[]> {
  const query = `select area, relname as name ${fromOurs} where relkind = 'S' order by 1, 2`;
  const found = await readRows(session, named, query, [schemas.product, schemas.queue]);
  const state = z.object({ value: text, isCalled: z.boolean() });
  const sequences: BackupSequence[] = [];
  for (const sequence of found) {
    const at = `select last_value::text as value, is_called as "isCalled" from ${qualified(schemas, sequence)}`;
    sequences.push({ ...sequence, ...(await readRow(session, state, at)) });
  }
  return sequences;
}
