import { setTimeout as delay } from 'node:timers/promises';
import { forgetBrowser, readSession } from '@warranty/contracts/session';
import { startPostgres, until } from '../../harness/processes.ts';
import { visit } from '../../harness/session.ts';
import { demand, type Fault, seconds } from '../fault.ts';
import { install, jobLines } from '../installation.ts';

async function statusOf(url: string): Promise<number> {
  return (await fetch(url, { signal: AbortSignal.timeout(4000) })).status;
}

export const postgresKilled: Fault = {
  number: 4,
  title: 'PostgreSQL killed with kill -9 and started again',
  async run(context) {
    const { dir, postgres, apis, workers } = await install(context, { apis: 1, workers: 1 });
    const [api] = apis;
    const [worker] = workers;
    demand(api !== undefined && worker !== undefined, 'an api and a worker are needed');
    const visitor = await visit(api.url);

    // First the process that would start it again, then PostgreSQL itself.
    await postgres.stop('SIGKILL');
    process.kill(postgres.serverPid, 'SIGKILL');
    await until('/readyz to go red', async () => (await statusOf(`${api.url}/readyz`)) === 503, 10_000);
    demand((await statusOf(`${api.url}/livez`)) === 200, '/livez went red too');
    const refused = await fetch(`${api.url}/api/auth/session`, { headers: { cookie: visitor.cookie } });
    demand(refused.status === 503 && refused.headers.has('retry-after'), `a request got ${refused.status}`);
    await delay(2000);

    const again = await startPostgres(dir);
    context.cleanup(() => again.stop());
    const green = async (url: string) => (await statusOf(`${url}/readyz`)) === 200;
    const back = await until(
      '/readyz to go green',
      async () => (await green(api.url)) && (await green(worker.internalUrl)),
    );
    demand(back <= 10_000, `green after ${seconds(back)}, not within 10 s`);
    demand((await visitor.call(readSession)).userId === visitor.userId, 'the session was lost');
    await visitor.call(forgetBrowser);
    const took = await until('the worker to take jobs again', () =>
      jobLines(worker).some(({ msg }) => msg === 'job done'),
    );
    demand(api.child.exitCode === null && worker.child.exitCode === null, 'a process ended');
    return `processes stayed up, green ${seconds(back)} after its return, next job done in ${seconds(took)} (bar 10 s)`;
  },
};
