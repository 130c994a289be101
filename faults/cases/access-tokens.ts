import { createAccessToken, updateAccessToken } from '@warranty/contracts/access-tokens';
import { listBulkRuns } from '@warranty/contracts/bulk-lookup';
import type { Server } from '../../harness/processes.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault, type FaultContext, seconds } from '../fault.ts';
import { install } from '../installation.ts';
import { assertRevoked } from '../revocation.ts';

const makeToken = async ({ call }: TestClient) => {
  const { token, rawToken } = await call(createAccessToken, { body: { tokenName: 'fault' } });
  return { id: token.id, rawToken };
};

/** Sends a request as another application and returns the status. */
async function ask({ url }: Server, rawToken: string): Promise<number> {
  const response = await fetch(url + listBulkRuns.path, { headers: { authorization: `Bearer ${rawToken}` } });
  await response.arrayBuffer();
  return response.status;
}

async function installTwo(context: FaultContext, env: Record<string, string> = {}) {
  const { apis, observer } = await install(context, { apis: 2, env: { DRAIN_SECONDS: '0', ...env } });
  return { apis: apis as [Server, Server], observer };
}

export const tokenSwitchedOff: Fault = {
  number: 33,
  title: 'a token disabled on one process is rejected by the other',
  async run(context) {
    const { apis } = await installTwo(context, { TOKEN_REQUESTS_PER_MINUTE: '100000' });
    const client = await createTestClient(apis[0].url);
    const { asked, lateMs } = await assertRevoked(context, apis, async () => {
      const { id, rawToken } = await makeToken(client);
      const off = { params: { tokenId: id }, body: { isActive: false } };
      return {
        ask: (server) => ask(server, rawToken),
        revoke: () => client.call(updateAccessToken, off),
      };
    });
    return `${asked} requests over 5 tokens: the last one accepted ${lateMs} ms after the token was disabled (bar 1000)`;
  },
};

const allowance = 200;

/** Sends requests from several concurrent loops, for `ms` milliseconds and until some are rejected, and counts the replies by status. */
async function rush(servers: Server[], rawToken: string, ms: number): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  const until = performance.now() + ms;
  const lane = async (server: Server) => {
    while (performance.now() < until || (counts.get(429) ?? 0) < 20) {
      const status = await ask(server, rawToken);
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(servers.flatMap((server) => Array.from({ length: 8 }, () => lane(server))));
  return counts;
}

export const tokenAllowance: Fault = {
  number: 34,
  isolation: 'quiet',
  title: 'two processes share the rate limit of a token, and each enforces it alone when they cannot',
  async run(context) {
    const {
      apis: [first, second],
      observer,
    } = await installTwo(context, {
      TOKEN_REQUESTS_PER_MINUTE: String(allowance),
    });
    const client = await createTestClient(first.url);
    const shared = await rush([first, second], (await makeToken(client)).rawToken, 3000);
    const taken = shared.get(200) ?? 0;
    assert(
      [...shared.keys()].every((status) => [200, 429].includes(status)),
      'unexpected status',
    );
    assert(taken >= allowance * 0.9 && taken <= allowance * 1.1, `${taken} were accepted`);

    const { rawToken } = await makeToken(client);
    await observer.query('begin; lock table access_token_windows in access exclusive mode');
    const startedAt = performance.now();
    const alone = await rush([first], rawToken, 2500);
    const took = performance.now() - startedAt;
    await observer.query('rollback');
    const takenAlone = alone.get(200) ?? 0;
    assert(
      [...alone.keys()].every((status) => [200, 429].includes(status)),
      'requests failed without the shared count',
    );
    assert(takenAlone === allowance, `${takenAlone} were accepted without the shared count`);
    return `${taken} of ${[...shared.values()].reduce((a, b) => a + b)} accepted by both for a limit of ${allowance} (bar ${Math.round(allowance * 1.1)}); with the shared count locked ${takenAlone} by one process in ${seconds(took)}`;
  },
};

export const tokenUses: Fault = {
  number: 35,
  title: 'token usage is written when a process is stopped',
  async run(context) {
    const {
      apis: [first, second],
      observer,
    } = await installTwo(context);
    const { id, rawToken } = await makeToken(await createTestClient(first.url));
    const times = 40;
    for (let turn = 0; turn < times; turn += 1)
      for (const server of [first, second])
        assert((await ask(server, rawToken)) === 200, 'the token was rejected');
    const count = async () => {
      const { rows } = await observer.query(
        'select usage_count::int as count from external_api_tokens where id = $1',
        [id],
      );
      return rows[0].count as number;
    };
    assert((await count()) === 0, 'uses are written before the process stops');
    await first.stop();
    assert((await count()) === times, `${await count()} of ${times} uses were written`);
    await second.stop();
    assert((await count()) === 2 * times, `${await count()} of ${2 * times} uses were written`);
    return `0 uses written while both processes run, ${times} and ${times} when each of them stops`;
  },
};
