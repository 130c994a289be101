import { setTimeout as delay } from 'node:timers/promises';
import { forgetBrowser, readSession } from '@warranty/contracts/session';
import { type Server, waitUntil } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { assert, type Fault, seconds } from '../fault.ts';
import { eraseJobLines, install, killPostgres, restartPostgres } from '../installation.ts';

async function statusOf(url: string): Promise<number> {
  return (await fetch(url, { signal: AbortSignal.timeout(4000) })).status;
}

export const postgresKilled: Fault = {
  number: 4,
  title: 'PostgreSQL killed with kill -9 and restarted',
  async run(context) {
    const { dir, postgres, api, workers } = await install(context, { apis: 1, workers: 1 });
    const [worker] = workers as [Server];
    const client = await createTestClient(api.url);

    await killPostgres(postgres);
    await waitUntil('/readyz to go red', async () => (await statusOf(`${api.url}/readyz`)) === 503);
    assert((await statusOf(`${api.url}/livez`)) === 200, '/livez went red too');
    const refused = await fetch(`${api.url}/api/auth/session`, { headers: { cookie: client.cookie } });
    assert(
      refused.status === 503 && refused.headers.has('retry-after'),
      `a request got status ${refused.status}`,
    );
    await delay(2000);

    await restartPostgres(context, dir);
    const green = async (url: string) => (await statusOf(`${url}/readyz`)) === 200;
    const back = await waitUntil(
      '/readyz to go green',
      async () => (await green(api.url)) && (await green(worker.internalUrl)),
    );
    context.expectBar(back <= 10_000, `green after ${seconds(back)}, not within 10 s`);
    assert((await client.call(readSession)).userId === client.userId, 'the session was lost');
    await client.call(forgetBrowser);
    const took = await waitUntil('the worker to process jobs again', () =>
      eraseJobLines(worker).some(({ msg }) => msg === 'job done'),
    );
    assert(api.child.exitCode === null && worker.child.exitCode === null, 'a process exited');
    return `processes stayed up, green ${seconds(back)} after the restart, next job done in ${seconds(took)} (bar 10 s)`;
  },
};
