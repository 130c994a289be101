import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './folder.ts';
import { freePort, start, waitUntil } from './processes.ts';
import { giveToUnprivileged, unprivileged } from './unprivileged.ts';

export interface PoolerOptions {
  /** Path of PgBouncer. */
  program?: string;
  /** Connections to the server. With fewer than clients, each serves several of them. */
  size?: number;
  /** Instead of a free one. */
  port?: number;
}

export interface Pooler {
  url: string;
  pid: number;
  stop(signal?: NodeJS.Signals): Promise<unknown>;
}

/** Starts PgBouncer in transaction mode, with its other settings as they are after installing it. */
export async function startPooler(
  databaseUrl: string,
  { program = '/usr/sbin/pgbouncer', size = 5, port: wantedPort }: PoolerOptions = {},
): Promise<Pooler> {
  const { username, password, hostname, port: serverPort } = new URL(databaseUrl);
  const { path, remove } = await makeFolder('pooler');
  const port = wantedPort ?? (await freePort());
  const settings = join(path, 'pgbouncer.ini');
  const users = join(path, 'users.txt');
  await writeFile(users, `"${username}" "${password}"\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 1000
`,
  );
  await giveToUnprivileged(path, settings, users);
  const { pid, stop, ...pooler } = start(program, [settings], { cwd: path, ...unprivileged });
  await waitUntil('the pooler to listen', () =>
    pooler.lines.some((line) => line.includes(`listening on 127.0.0.1:${port}`)),
  );
  const url = new URL(databaseUrl);
  url.port = String(port);
  return {
    url: url.href,
    pid,
    async stop(signal) {
      await stop(signal);
      await remove();
    },
  };
}
