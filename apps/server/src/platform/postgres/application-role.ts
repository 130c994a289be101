import type pg from 'pg';
import { withClient } from '../db/with-client.ts';

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
 * Creates the role and its database. Each step can be repeated, so an interrupted start continues with the next one. A database
 * that exists is inspected first, as the superuser: nothing is changed if that throws.
 */
export async function prepareDatabase(
  access: ClusterAccess,
  inspect: (url: string) => Promise<void> | undefined,
): Promise<void> {
  const connection = { connectionString: superuserUrl(access, 'postgres'), application_name: 'prepare' };
  await withClient(connection, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount !== 0) await inspect(superuserUrl(access, database));
    await prepareRole(client, access.passwords.application);
    if (rowCount === 0) await client.query(`create database ${database} owner ${role}`);
  });
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
