import { readSession } from '@warranty/contracts/session';
import { freePort, waitUntil } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { assert, type Fault } from '../fault.ts';
import { install, startProcess } from '../installation.ts';
import { keepAsking, stopUnfailed } from '../keep-asking.ts';
import { startProxy } from '../proxy.ts';

export const gracefulStop: Fault = {
  number: 5,
  isolation: 'exclusive',
  title: 'SIGTERM under load behind a load balancer that follows /readyz',
  async run(context) {
    const port = await freePort();
    const env = { PUBLIC_URL: `http://localhost:${port}`, DRAIN_SECONDS: '1' };
    const { apis, postgres } = await install(context, { apis: 2, env });
    const proxy = await startProxy(
      port,
      apis.map((api) => api.url),
    );
    context.cleanup(() => proxy.close());
    const client = await createTestClient(env.PUBLIC_URL);
    const asking = Array.from({ length: 16 }, () => keepAsking(() => client.call(readSession), 0));
    const answered = async (more: number) => {
      const total = () => asking.reduce((sum, { count }) => sum + count, 0);
      const target = total() + more;
      await waitUntil(`${more} more replies`, () => total() >= target);
    };
    await answered(300);
    for (const [at, api] of apis.entries()) {
      const code = await api.stop('SIGTERM');
      assert(code === 0, `the process exited with ${code}`);
      await answered(300);
      await startProcess(context, 'api', {
        ...env,
        DATABASE_URL: postgres.url,
        PORT: new URL(api.url).port,
      });
      await waitUntil('the load balancer to use it', () => proxy.backends[at]?.ready === true);
      await answered(300);
    }
    const { count } = await stopUnfailed(asking);
    return `0 of ${count} requests failed while each process was replaced`;
  },
};
