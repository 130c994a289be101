import { createDatabase } from '../../harness/databases.ts';
import { makeFolder } from '../../harness/folder.ts';
import { startServer } from '../../harness/processes.ts';
import { type Simulator, startSimulator } from '../../harness/simulator.ts';

export interface OwnServer {
  url: string;
  simulator: Simulator;
  stop(): Promise<void>;
}

function ownDatabase(name: string): Promise<string> {
  const { E2E_DATABASE_URL: url = '', E2E_ADMIN_DATABASE_URL: adminUrl = '' } = process.env;
  return createDatabase({ url, adminUrl }, `${name}_${Date.now()}`);
}

/** A server with its own database and its own Dell API, which can fail on demand. */
export async function startOwnServer(name: string, env: Record<string, string> = {}): Promise<OwnServer> {
  const folder = await makeFolder(name);
  const simulator = await startSimulator('open');
  const server = await startServer('all', {
    DATABASE_URL: await ownDatabase(name),
    DATA_DIR: folder.path,
    DELL_CLIENT_ID: 'x',
    DELL_CLIENT_SECRET: 'x',
    DELL_BASE_URL: simulator.url,
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
