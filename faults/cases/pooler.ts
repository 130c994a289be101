import { listAccessTokens } from '@warranty/contracts/access-tokens';
import { forgetBrowser, readSession } from '@warranty/contracts/session';
import pg from 'pg';
import { waitUntil } from '../../harness/processes.ts';
import { createTestClient, reconnect, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault, seconds } from '../fault.ts';
import { eraseJobLines, type Installation, install, startProcess } from '../installation.ts';

const mentions = (text: string) => (line: string) => line.includes(text);
const poolerFound = mentions('the database is behind a pooler');
const polls = mentions('workers ask for jobs every second');

/** Clients with a session each, of every process. */
async function createClients({ apis }: Installation, count: number): Promise<TestClient[]> {
  const urls = apis.map(({ url }) => url);
  const sessions = await Promise.all(
    Array.from({ length: count }, (_, index) => createTestClient(urls[index % urls.length] ?? '')),
  );
  return sessions.flatMap((session) => urls.map((url) => reconnect(url, session)));
}

/** Asks with all clients concurrently who they are and what they have. Returns the number of requests. */
async function askAll(clients: TestClient[], rounds: number): Promise<number> {
  for (let round = 0; round < rounds; round += 1)
    await Promise.all(
      clients.map(async (client) => {
        const [{ userId }, { tokens }] = await Promise.all([
          client.call(readSession),
          client.call(listAccessTokens),
        ]);
        assert(userId === client.userId && tokens.length === 0, 'a client got the answer of another one');
      }),
    );
  return clients.length * rounds * 2;
}

export const behindPooler: Fault = {
  number: 71,
  title: 'two api and two worker processes behind a pooler in transaction mode, on an empty database',
  async run(context) {
    const installation = await install(context, { apis: 2, workers: 2, empty: true, pooler: { size: 4 } });
    const { apis, workers, env, postgres } = installation;
    const servers = [...apis, ...workers];
    assert(
      servers.every(({ lines }) => lines.some(poolerFound)),
      'a process did not recognize the pooler',
    );
    const clients = await createClients(installation, 20);
    const asked = await askAll(clients, context.full ? 1000 : 10);
    const [first] = clients;
    await first?.call(forgetBrowser);
    const waited = await waitUntil('the job to run', () =>
      workers.some((worker) => eraseJobLines(worker).some(({ msg }) => msg === 'job done')),
    );
    assert(
      workers.every(({ lines }) => lines.some(polls)),
      'a worker does not say that it polls',
    );
    const listening = await startProcess(context, 'worker', { ...env, DATABASE_DIRECT_URL: postgres.url });
    assert(!listening.lines.some(polls), 'a worker polls although it can listen');
    const errors = [...servers, listening].flatMap(({ lines }) => lines.filter(mentions('"level":50')));
    assert(errors.length === 0, `the processes logged ${errors.length} errors: ${errors[0]}`);
    return `${asked} requests over 4 connections, none wrong; job done after ${seconds(waited)}`;
  },
};

/** Pairs of an api and a worker. */
const pairs = 8;
const perSecond = 500;
const durationSeconds = 30;

export const manyBehindPooler: Fault = {
  number: 72,
  title: 'eight api and eight workers on a server with 100 connections, behind a pooler',
  slow: true,
  isolation: 'exclusive',
  async run(context) {
    const installation = await install(context, { apis: 1, pooler: { size: 80 } });
    const { env, postgres, observer } = installation;
    await limitConnections(postgres.adminUrl);
    for (let pair = 0; pair < pairs; pair += 1)
      for (const role of ['api', 'worker'] as const) {
        const server = await startProcess(context, role, env);
        if (role === 'api') installation.apis.push(server);
      }
    const clients = await createClients(installation, 4);
    const failures: string[] = [];
    let next = 0;
    const requests: Promise<unknown>[] = [];
    const startedAt = performance.now();
    while (performance.now() - startedAt < durationSeconds * 1000) {
      const due = ((performance.now() - startedAt) / 1000) * perSecond;
      for (; next < due; next += 1) {
        const client = clients[next % clients.length] as TestClient;
        requests.push(client.call(readSession).catch((error: unknown) => failures.push(String(error))));
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await Promise.all(requests);
    assert(failures.length === 0, `${failures.length} of ${next} requests failed: ${failures[0]}`);
    const { rows } = await observer.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'",
    );
    return `0 of ${next} requests failed at ${perSecond}/s, ${rows[0]?.count} of 100 connections in use`;
  },
};

/** As `max_connections = 100` with the three that are reserved for superusers. */
async function limitConnections(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('alter role warranty connection limit 97');
  await admin.end();
}
