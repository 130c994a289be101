import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { connectTo, openDatabase } from '../../../test/database.ts';
import { startTokenUser, withToken } from '../../../test/tokens.ts';
import type { QuotaLimiter } from '../../platform/fairness/quota-limiter.ts';
import { createAccessTokensStore } from './access-tokens.store.ts';
import { createTokenRateLimiter } from './token-rate-limiter.ts';

let tokenId: string;
const server = await startTestApp({ env: { TOKEN_REQUESTS_PER_MINUTE: '5', ACCESS_TOKENS_PER_USER: '50' } });
const databases = ['one', 'two'].map((applicationName) =>
  openDatabase(server.database.url, 4, applicationName),
);
beforeEach(async () => {
  tokenId = (await (await startTokenUser(server)).make()).token.id;
});

/** Two limiters as in two processes, with a clock that the test controls. */
function startLimits(requestsPerMinute: number) {
  const clock = { ms: 0 };
  const limits = databases.map(({ db, pool }) =>
    createTokenRateLimiter({
      requestsPerMinute,
      claim: createAccessTokensStore(db, pool, { signIn: { mode: 'off' } }).claim,
      now: () => performance.now() + clock.ms,
    }),
  ) as [QuotaLimiter, QuotaLimiter];
  return {
    limits,
    async passMinute() {
      clock.ms += 60_000;
      await server.database.query(
        "update access_token_windows set started_at = started_at - interval '1 minute' where token_id = $1",
        [tokenId],
      );
    },
  };
}

async function accepted(limits: QuotaLimiter[], times: number): Promise<number> {
  const verdicts = await Promise.all(
    limits.flatMap((take) => Array.from({ length: times }, () => take(tokenId))),
  );
  return verdicts.filter(({ allowed }) => allowed).length;
}

describe('the rate limit of an access token', () => {
  it.each([1, 7, 20, 100, 600])(
    'of %i holds across two processes that receive requests concurrently',
    async (limit) => {
      const { limits, passMinute } = startLimits(limit);
      for (let minute = 0; minute < 3; minute += 1) {
        const all = await accepted(limits, limit * 2);
        expect(all).toBeLessThanOrEqual(limit * 1.1);
        expect(all).toBeGreaterThanOrEqual(Math.floor(limit * 0.9));
        await passMinute();
      }
    },
  );

  it('is fully available to a single process', async () => {
    const { limits, passMinute } = startLimits(60);
    expect(await accepted([limits[0]], 200)).toBe(60);
    await passMinute();
    expect(await accepted([limits[0]], 200)).toBe(60);
  });

  it('reports the remaining requests and the reset time', async () => {
    const { limits } = startLimits(40);
    const first = await limits[0](tokenId);
    expect(first).toEqual({ allowed: true, limit: 40, remaining: 39, resetSeconds: 60 });
    await accepted([limits[0]], 38);
    expect(await limits[0](tokenId)).toMatchObject({ allowed: true, remaining: 0 });
    const refused = await limits[0](tokenId);
    expect(refused).toMatchObject({ allowed: false, remaining: 0 });
    expect(refused.resetSeconds).toBeGreaterThan(50);
    expect(await limits[1](tokenId)).toMatchObject({ allowed: true });
    await accepted([limits[1]], 5);
    expect(await limits[1](tokenId)).toMatchObject({ allowed: false, remaining: 0 });
  });

  it('is enforced by each process on its own while the database is not responding', async () => {
    const { limits } = startLimits(100);
    const locker = await connectTo(server.database.url);
    await locker.query('begin; lock table access_token_windows in access exclusive mode');
    const startedAt = performance.now();
    expect(await accepted([limits[0]], 150)).toBe(100);
    expect(performance.now() - startedAt).toBeLessThan(4000);
    expect(await accepted([limits[1]], 150)).toBe(100);
    await locker.query('rollback');
  });
});

describe('an accepted and a rejected request', () => {
  it('have rate limit headers, and the rejected one a Retry-After', async () => {
    const owner = await startTokenUser(server);
    const { rawToken } = await owner.make();
    const replies = [];
    for (let turn = 0; turn < 6; turn += 1)
      replies.push(await server.app.inject(withToken(rawToken, { url: '/api/bulk-runs' })));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(replies[0]?.headers).toMatchObject({
      'ratelimit-policy': '"token";q=5;w=60',
      ratelimit: expect.stringMatching(/^"token";r=4;t=(59|60)$/),
    });
    const refused = replies[5];
    const seconds = Number(refused?.headers['retry-after']);
    expect(seconds).toBeGreaterThan(50);
    expect(refused?.headers.ratelimit).toBe(`"token";r=0;t=${seconds}`);
    expect(refused?.json()).toEqual({
      error: `Too many requests. Try again in ${seconds} seconds.`,
      code: 'too_many_requests',
    });
    await server.deps.accessTokens.stop();
    expect((await owner.list())[0]?.usageCount).toBe(5);
  });
});
