import { withClient } from '../../src/platform/db/with-client.ts';
import { installationOwner } from '../../src/platform/ownership/owner-id.ts';
import { type GuardedTable, listGuardedTables } from './guarded-tables.ts';

/** The role of second runs. Unlike the role of the product it does not own the tables, so row-level security applies to it. */
const role = 'owner_guard';

/** What second runs and triggers compare rows with; not set while no request acts for an owner. */
const preparation = (applicationRole: string) => `
  create role ${role} nologin;
  grant ${role} to ${applicationRole} with inherit false;
  create schema ${role};
  grant usage on schema ${role}, public, pgboss to ${role};
  grant usage on schema ${role} to ${applicationRole};
  grant all on all tables in schema public, pgboss to ${role};
  grant all on all sequences in schema public, pgboss to ${role};
  alter default privileges for role ${applicationRole} grant all on tables to ${role};
  create function ${role}.owner() returns uuid language sql stable
    as $$ select nullif(current_setting('${role}.owner', true), '')::uuid $$;`;

/** True for a row of another owner; false or null for the owner's own rows and for those of no one. */
function isForeign(row: string, table: GuardedTable, tables: readonly GuardedTable[]): string {
  const { name, ownerColumn, personColumn, parent, sharesInstallation } = table;
  if (!parent) {
    const shared = sharesInstallation ? ` and ${row}.${ownerColumn} <> '${installationOwner}'` : '';
    const differs = [ownerColumn, personColumn].flatMap((column) =>
      column ? [`${row}.${column} <> ${role}.owner()`] : [],
    );
    // Of all whom its columns name: an empty one says nothing.
    const isOfAnother = differs.map((condition) => `coalesce(${[condition, ...differs].join(', ')})`);
    return `(${isOfAnother.join(' and ')}${shared})`;
  }
  const its = tables.find((other) => other.name === parent.table);
  if (!its) throw new Error(`${name} belongs to rows of ${parent.table}, which have no owner`);
  return `exists (select from public.${parent.table} parent
    where parent.${parent.key} = ${row}.${parent.column} and ${isForeign('parent', its, tables)})`;
}

/** True for a row of another owner that this one may not even read. */
function isHidden(table: GuardedTable, tables: readonly GuardedTable[]): string {
  const { name } = table;
  const isForeignRow = isForeign(name, table, tables);
  if (!table.readByMembers) return isForeignRow;
  return `(${isForeignRow} and not exists (select from public.memberships shared
    where (shared.owner = ${name}.id and shared.person_id = ${role}.owner())
       or (shared.person_id = ${name}.id and shared.owner = ${role}.owner())))`;
}

/** For second runs, only the owner's rows exist. The part of a row is there if the row is. */
function policyOf(table: GuardedTable, tables: readonly GuardedTable[]): string {
  const { name, parent } = table;
  const isVisible = parent
    ? `exists (select from public.${parent.table} parent where parent.${parent.key} = ${name}.${parent.column})`
    : `${isHidden(table, tables)} is not true`;
  return `
    alter table public.${name} enable row level security;
    create policy ${role} on public.${name} to ${role} using (${isVisible}) with check (true);`;
}

/**
 * Refuses to write a row of another owner. Once per statement, for all of its rows: some belong to others that it writes, and a
 * call for each would take longer than the statement.
 */
function triggersOf(table: GuardedTable, tables: readonly GuardedTable[]): string {
  const { name } = table;
  const refuseAnyOf = (rows: string) => `
      if exists (select from ${rows} row where ${isForeign('row', table, tables)}) then
        raise exception 'owner guard: % of a row of another owner in ${name}', lower(tg_op) using errcode = '42501';
      end if;`;
  const trigger = (event: string, rows: string) => `
    create trigger ${role}_${event} after ${event} on public.${name} referencing ${rows}
      when (current_setting('${role}.owner', true) <> '') execute function ${role}.${name}();`;
  return `
    create function ${role}.${name}() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
    begin
      if tg_op <> 'INSERT' then ${refuseAnyOf('old_rows')} end if;
      if tg_op <> 'DELETE' then ${refuseAnyOf('new_rows')} end if;
      return null;
    end $$;
    ${trigger('insert', 'new table as new_rows')}
    ${trigger('update', 'old table as old_rows new table as new_rows')}
    ${trigger('delete', 'old table as old_rows')}`;
}

/** What a test worker needs to know about the guard of its databases. */
export interface InstalledGuard {
  /** Tables with rows of owners. */
  tables: string[];
  /** Functions that write such tables. */
  functions: string[];
}

/** Clones have a name that says it, so that no statement has to ask. */
export const guardedPrefix = 'guarded_';
export const hasGuard = (database: string | undefined): boolean =>
  database?.startsWith(guardedPrefix) ?? false;

/** Adds the guard to the database of that URL, and to all that are made from it. */
export function installOwnerGuard({ adminUrl }: { adminUrl: string }, url: string): Promise<InstalledGuard> {
  const { pathname, username } = new URL(url);
  // Only a superuser may create a role.
  const asSuperuser = Object.assign(new URL(adminUrl), { pathname });
  return withClient({ connectionString: asSuperuser.href }, async (client) => {
    const tables = await listGuardedTables(client);
    await client.query(preparation(username));
    for (const table of tables) await client.query(policyOf(table, tables) + triggersOf(table, tables));
    const names = tables.map(({ name }) => name);
    const { rows } = await client.query<{ name: string }>(
      `select proname as name from pg_proc
        where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype and prosrc ~ $1`,
      [`\\y(${names.join('|')})\\y`],
    );
    return { tables: names, functions: rows.map(({ name }) => name) };
  });
}
