import pg from 'pg';
import type { Log } from '../log.ts';
import { type ConnectionTraits, createDirectTraits, isNameError } from './connection-traits.ts';
import { createHosts } from './hosts.ts';
import { statementName } from './statement-name.ts';

const clientCount = 4;
const rounds = 3;
/** The database has just answered, so a slow connection is better than a failed start. */
const connectionTimeoutMillis = 30_000;

const text = 'select $1::int4 + pg_backend_pid() - $1::int4 as pid';
const name = statementName('probe', text);

/**
 * Finds out whether there is a pooler that shares connections between clients, and whether it supports named statements.
 * Several clients ask in turn and concurrently, so that the pooler gives one server connection to several of them.
 */
export async function probeConnections(url: string, log: Log): Promise<ConnectionTraits> {
  const clients = await connectAll(createHosts(url).current());
  try {
    const isPooled = await sharesConnections(clients);
    if (!isPooled) return createDirectTraits();
    const canPrepare = await supportsNames(clients);
    const support = canPrepare ? 'supports' : 'does not support';
    log.info(`the database is behind a pooler, which ${support} prepared statements`);
    return { isPooled, canPrepare };
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function connectAll(connectionString: string): Promise<pg.Client[]> {
  const clients = Array.from(
    { length: clientCount },
    () => new pg.Client({ connectionString, application_name: 'probe', connectionTimeoutMillis }),
  );
  // A lost connection fails the running statement. Without a listener, the error would also end the process.
  for (const client of clients) client.on('error', () => undefined);
  const connected = await Promise.allSettled(clients.map((client) => client.connect()));
  const failed = connected.find(({ status }) => status === 'rejected');
  if (!failed) return clients;
  await Promise.allSettled(clients.map((client) => client.end()));
  throw (failed as PromiseRejectedResult).reason;
}

/** Without a pooler, each client has a server process of its own, and keeps it. */
async function sharesConnections(clients: pg.Client[]): Promise<boolean> {
  const clientOf = new Map<number, pg.Client>();
  const processOf = new Map<pg.Client, number>();
  let isShared = false;
  await askInTurn(clients, async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const pid = Number(rows[0]?.pid);
    if ((clientOf.get(pid) ?? client) !== client || (processOf.get(client) ?? pid) !== pid) isShared = true;
    clientOf.set(pid, client);
    processOf.set(client, pid);
  });
  return isShared;
}

async function supportsNames(clients: pg.Client[]): Promise<boolean> {
  try {
    await askInTurn(clients, (client, round) => client.query({ name, text, values: [round] }));
    return true;
  } catch (error) {
    if (isNameError((error as { code?: unknown }).code)) return false;
    throw error;
  }
}

async function askInTurn(
  clients: pg.Client[],
  ask: (client: pg.Client, round: number) => Promise<unknown>,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const client of clients) await ask(client, round);
    await Promise.all(clients.map((client) => ask(client, round)));
  }
}
