import pg from 'pg';

/** The product connects as this role, which owns one database and nothing else: a flaw in a query cannot reach the server. */
const role = 'warranty';
const database = 'warranty';

export interface ClusterAccess {
  port: number;
  /** Passwords of the superuser and of the product's role. */
  passwords: { superuser: string; application: string };
}

const urlOf = (user: string, password: string, port: number, name: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${name}`;

export const applicationUrl = ({ port, passwords }: ClusterAccess): string =>
  urlOf(role, passwords.application, port, database);

/** For what the role may not do. `postgres` is the database that every cluster has. */
export const superuserUrl = (
  { port, passwords }: ClusterAccess,
  name: 'postgres' | typeof database,
): string => urlOf('postgres', passwords.superuser, port, name);

/**
 * Creates the role and its database, or hands an existing database over to the role: earlier versions created everything as
 * the superuser. Each step can be repeated, so an interrupted start continues with the next one.
 */
export async function prepareDatabase(access: ClusterAccess): Promise<void> {
  await withClient(superuserUrl(access, 'postgres'), async (client) => {
    await prepareRole(client, access.passwords.application);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${database} owner ${role}`);
    else await client.query(`alter database ${database} owner to ${role}`);
  });
  await withClient(superuserUrl(access, database), (client) => client.query(handOver));
}

/** The password is set at every start, because its file may be new. */
async function prepareRole(client: pg.Client, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  if (rowCount === 0) await client.query(`create role ${role}`);
  await client.query(
    `alter role ${role} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
       password ${client.escapeLiteral(password)}`,
  );
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'prepare' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const isOurs = (schema: string) => `${schema} !~ '^pg_' and ${schema} <> 'information_schema'`;
const isNotOfExtension = (catalog: string) => `not exists (
  select from pg_depend where classid = '${catalog}'::regclass and objid = ${catalog}.oid and deptype = 'e')`;

/**
 * `reassign owned` refuses objects of the first superuser. Sequences of a column and indexes follow their table, and array
 * and row types what they belong to.
 */
const handOver = `do $$
declare statement text;
begin
  for statement in
    select format('alter schema %I owner to ${role}', nspname)
      from pg_namespace where nspowner = current_user::regrole and ${isOurs('nspname')}
    union all
    select format('alter %s %s owner to ${role}', case relkind when 'c' then 'type' else 'table' end, oid::regclass)
      from pg_class
     where relowner = current_user::regrole and relkind in ('r', 'p', 'v', 'm', 'S', 'c')
       and ${isOurs('relnamespace::regnamespace::text')} and ${isNotOfExtension('pg_class')}
       and not exists (select from pg_depend
                        where classid = 'pg_class'::regclass and objid = pg_class.oid and relkind = 'S'
                          and refclassid = 'pg_class'::regclass and deptype in ('a', 'i'))
    union all
    select format('alter routine %s owner to ${role}', oid::regprocedure)
      from pg_proc
     where proowner = current_user::regrole and ${isOurs('pronamespace::regnamespace::text')}
       and ${isNotOfExtension('pg_proc')}
    union all
    select format('alter type %s owner to ${role}', oid::regtype)
      from pg_type
     where typowner = current_user::regrole and typtype in ('e', 'd', 'r')
       and ${isOurs('typnamespace::regnamespace::text')} and ${isNotOfExtension('pg_type')}
  loop
    execute statement;
  end loop;
end $$`;
