import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { isDatabaseUnavailable } from './database.ts';

/** How long a database may take to start or to recover. */
export const databaseWaitSeconds = 60;
const oldestVersion = 150_000;

/** Waits for a database that may still be starting. A wrong password or an old version fails immediately. */
export async function waitForDatabase(url: string, timeoutSeconds: number, log: Log): Promise<void> {
  const deadline = Date.now() + timeoutSeconds * 1000;
  for (;;) {
    try {
      return await assertUsable(url);
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      log.warn({ err: error }, 'waiting for the database');
      await delay(1000);
    }
  }
}

async function assertUsable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // If the database disconnects again, the query fails. Without a listener, the error would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < oldestVersion) {
      throw new Error(`PostgreSQL 15 or newer is needed; this one is ${Math.floor(version / 10_000)}`);
    }
  } finally {
    await client.end();
  }
}
