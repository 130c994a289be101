import type pg from 'pg';

export interface Column {
  name: string;
  type: string;
  isNullable: boolean;
  default: string | null;
  isIdentity: boolean;
  /** The value always follows from other columns; `default` says how. */
  isGenerated: boolean;
}

interface Constraint {
  name: string;
  definition: string;
  references: string | null;
}

export interface Table {
  name: string;
  isUnlogged: boolean;
  partitionKey: string | null;
  options: string[] | null;
  columns: Column[];
  constraints: Constraint[];
  indexes: string[];
  triggers: string[];
}

export interface Catalog {
  /** Statements that create what tables may depend on. */
  extensions: string[];
  functions: string[];
  /** In alphabetical order, except that a table follows those that it references. */
  tables: Table[];
}

/** Without the indexes that constraints create. */
const tablesQuery = `
  select relname as name, relpersistence = 'u' as "isUnlogged", pg_get_partkeydef(c.oid) as "partitionKey",
         reloptions as options,
         (select json_agg(json_build_object(
                   'name', attname, 'type', format_type(atttypid, atttypmod), 'isNullable', not attnotnull,
                   'default', pg_get_expr(adbin, adrelid), 'isIdentity', attidentity = 'a',
                   'isGenerated', attgenerated = 's') order by attnum)
            from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
           where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
         (select coalesce(json_agg(json_build_object(
                   'name', conname, 'definition', pg_get_constraintdef(oid, true), 'references', confrelid::regclass)
                   order by contype <> 'p', contype, conname), '[]')
            from pg_constraint where conrelid = c.oid and contype <> 'n') as constraints,
         array(select pg_get_indexdef(indexrelid, 0, true) from pg_index
                where indrelid = c.oid and indexrelid not in (select conindid from pg_constraint where conrelid = c.oid)
                order by indexrelid::regclass::text) as indexes,
         array(select pg_get_triggerdef(oid, true) from pg_trigger
                where tgrelid = c.oid and not tgisinternal order by tgname) as triggers
    from pg_class c
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
   order by relname`;

const extensionsQuery = `
  select 'CREATE EXTENSION ' || quote_ident(extname) as text from pg_extension where extname <> 'plpgsql' order by extname`;

const functionsQuery = `
  select pg_get_functiondef(oid) as text from pg_proc
   where pronamespace = 'public'::regnamespace
     and oid not in (select objid from pg_depend where classid = 'pg_proc'::regclass and deptype = 'e')
   order by proname, oid`;

export async function readCatalog(client: pg.ClientBase): Promise<Catalog> {
  const texts = async (query: string) =>
    (await client.query<{ text: string }>(query)).rows.map(({ text }) => text);
  return {
    extensions: await texts(extensionsQuery),
    functions: await texts(functionsQuery),
    tables: sortByReferences((await client.query<Table>(tablesQuery)).rows),
  };
}

function sortByReferences(tables: readonly Table[]): Table[] {
  const sorted = new Set<Table>();
  const visit = (table: Table): void => {
    const names = table.constraints.map(({ references }) => references);
    for (const other of tables) if (other !== table && names.includes(other.name)) visit(other);
    sorted.add(table);
  };
  tables.forEach(visit);
  return [...sorted];
}
