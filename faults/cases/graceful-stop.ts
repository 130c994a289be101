import { readSession } from '@warranty/contracts/session';
import { freePort, startServer, waitUntil } from '../../harness/processes.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault } from '../fault.ts';
import { install } from '../installation.ts';
import { startProxy } from '../proxy.ts';

interface Load {
  answered: number;
  failures: string[];
  stop(): Promise<void>;
}

/** Runs callers that send the next request as soon as they get a reply, until stopped. */
function startLoad(client: TestClient, callers: number): Load {
  let running = true;
  const load: Load = { answered: 0, failures: [], stop: async () => undefined };
  const loadLoop = async () => {
    while (running) {
      try {
        await client.call(readSession);
        load.answered += 1;
      } catch (error) {
        load.failures.push(String(error));
      }
    }
  };
  const asking = Array.from({ length: callers }, loadLoop);
  load.stop = async () => {
    running = false;
    await Promise.all(asking);
  };
  return load;
}

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
    const load = startLoad(await createTestClient(env.PUBLIC_URL), 16);
    const answered = async (more: number) => {
      const target = load.answered + more;
      await waitUntil(`${more} more replies`, () => load.answered >= target);
    };

    await answered(300);
    for (const [at, api] of apis.entries()) {
      const code = await api.stop('SIGTERM');
      assert(code === 0, `the process exited with ${code}`);
      await answered(300);
      const replacement = await startServer('api', {
        ...env,
        DATABASE_URL: postgres.url,
        PORT: new URL(api.url).port,
      });
      context.cleanup(() => replacement.stop('SIGKILL'));
      await waitUntil('the load balancer to use it', () => proxy.backends[at]?.ready === true);
      await answered(300);
    }
    await load.stop();
    assert(
      load.failures.length === 0,
      `${load.failures.length} of ${load.answered} failed: ${load.failures[0]}`,
    );
    return `0 of ${load.answered} requests failed while each process was replaced`;
  },
};
