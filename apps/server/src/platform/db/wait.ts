import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { isDatabaseUnavailable } from './database.ts';
import { createHosts } from './hosts.ts';
import { ReadOnlyServerError } from './product-client.ts';
import { withClient } from './with-client.ts';

/** How long a database may take to start or to recover. */
export const databaseWaitSeconds = 60;
const oldestVersion = 150_000;

/**
 * Waits for a database that may still be starting, and returns the URL of its server: of several, the one that can be written
 * to. A wrong password or an old version fails immediately.
 */
export async function waitForDatabase(url: string, timeoutSeconds: number, log: Log): Promise<string> {
  const deadline = Date.now() + timeoutSeconds * 1000;
  const hosts = createHosts(url);
  for (;;) {
    const server = hosts.current();
    try {
      await assertUsable(server, { mustBeWritable: hosts.count > 1 });
      return server;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      log.warn({ err: error }, 'waiting for the database');
      hosts.leave(server);
      await delay(1000 / hosts.count);
    }
  }
}

async function assertUsable(url: string, { mustBeWritable }: { mustBeWritable: boolean }): Promise<void> {
  const { rows } = await withClient({ connectionString: url, connectionTimeoutMillis: 5000 }, (client) =>
    client.query<{ version: number; isReadOnly: boolean }>(
      `select current_setting('server_version_num')::int as version,
              current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    ),
  );
  const { version, isReadOnly } = rows[0] ?? { version: 0, isReadOnly: false };
  if (mustBeWritable && isReadOnly) throw new ReadOnlyServerError();
  if (version < oldestVersion)
    throw new Error(`PostgreSQL 15 or newer is needed; this one is ${Math.floor(version / 10_000)}`);
}
