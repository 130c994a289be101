import { createDatabase } from '../../harness/databases.ts';
import { makeFolder } from '../../harness/folder.ts';
import { startServer } from '../../harness/processes.ts';
import { type Simulator, startSimulator } from '../../harness/simulator.ts';
import { test as base } from './fixtures.ts';

interface OwnServer {
  url: string;
  simulator: Simulator;
  stop(): Promise<void>;
}

function ownDatabase(name: string): Promise<string> {
  const { E2E_DATABASE_URL: url = '', E2E_ADMIN_DATABASE_URL: adminUrl = '' } = process.env;
  return createDatabase({ url, adminUrl }, `${name}_${Date.now()}`);
}

/** A server with its own database and its own Dell API, which can fail on demand. */
async function startOwnServer(name: string, env: Record<string, string> = {}): Promise<OwnServer> {
  const folder = await makeFolder(name);
  const simulator = await startSimulator('open');
  const server = await startServer('all', {
    DATABASE_URL: await ownDatabase(name),
    DATA_DIR: folder.path,
    ...simulator.dell,
    DELL_CALLS_PER_SECOND: '100',
    ...env,
  });
  return {
    url: server.url,
    simulator,
    async stop() {
      await server.stop();
      await simulator.stop();
      await folder.remove();
    },
  };
}

/** Tests on a server of their own, one for each worker. */
export const withOwnServer = (name: string, settings: Record<string, string> = {}) =>
  base.extend<object, { own: OwnServer }>({
    own: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the first parameter
      async ({}, use) => {
        const server = await startOwnServer(name, settings);
        await use(server);
        await server.stop();
      },
      { scope: 'worker' },
    ],
    baseURL: async ({ own }, use) => use(own.url),
  });
