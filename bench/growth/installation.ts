import { createRun, sendFile, waitForRun } from '../../harness/bulk-run.ts';
import { createFleet } from '../../harness/fleet.ts';
import { noQuotas, root, type Server } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { startParts } from '../parts.ts';

export interface Installation {
  databaseUrl: string;
  /** As the superuser. */
  query<Row extends object>(text: string): Promise<Row[]>;
  startApi(databaseUrl?: string): Promise<Server>;
  /** Looks up a file of that many devices that were not looked up before, and returns the seconds it took. */
  lookUpFile(rows: number): Promise<number>;
  stop(): Promise<void>;
}

/** Dell serials of these fleets begin with B to Y. */
const letters = 24;

/** PostgreSQL, a simulated vendor, one api and two worker processes. */
export async function startInstallation(): Promise<Installation> {
  const parts = await startParts({
    env: {
      ...noQuotas,
      DELL_CALLS_PER_SECOND: '1000',
      VENDOR_CALLS_PER_DAY: '1000000000',
      VENDOR_CALLS_PER_DAY_PER_ADDRESS: '1000000000',
      DISK_FLOOR_MB: '0',
    },
  });
  const { postgres } = parts;
  const servers: Server[] = [];
  const startRole = async (role: 'api' | 'worker', databaseUrl = postgres.url) => {
    const server = await parts.start(root, { DATABASE_URL: databaseUrl }, role);
    servers.push(server);
    return server;
  };
  const api = await startRole('api');
  for (let worker = 0; worker < 2; worker += 1) await startRole('worker');
  const client = await createTestClient(api.url);
  const database = await parts.connect(postgres.adminUrl);
  let files = 0;
  return {
    databaseUrl: postgres.url,
    query: async <Row extends object>(text: string) => (await database.query<Row>(text)).rows,
    startApi: (databaseUrl) => startRole('api', databaseUrl),
    async lookUpFile(rows) {
      const letter = String.fromCharCode('B'.charCodeAt(0) + (files % letters));
      const firstDevice = Math.floor(files / letters) * rows;
      files += 1;
      const startedAt = performance.now();
      const runId = await createRun(client);
      await sendFile(client, runId, createFleet({ rows, letter, firstDevice }).chunks());
      await waitForRun(client, runId, 1_800_000);
      return (performance.now() - startedAt) / 1000;
    },
    async stop() {
      for (const server of servers) await server.stop();
      await parts.stop();
    },
  };
}
