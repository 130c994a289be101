import { startServer } from '../../../harness/processes.ts';
import { atEnd } from './at-end.ts';

/** Starts the product as a separate process in one role. */
export async function startRole(role: 'api' | 'worker', env: Record<string, string>) {
  const server = await startServer(role, { DRAIN_SECONDS: '0', ...env });
  atEnd(() => server.stop());
  return server;
}
