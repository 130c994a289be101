import { startServer } from '../../../harness/processes.ts';
import { cloneDatabase } from './database.ts';

/** Starts the product as a separate process in one role, on a database of its own. */
export async function startRole(role: 'api' | 'worker') {
  const database = await cloneDatabase();
  const server = await startServer(role, { DATABASE_URL: database.url, DRAIN_SECONDS: '0' });
  return {
    query: database.query,
    async close() {
      await server.stop();
      await database.drop();
    },
  };
}
