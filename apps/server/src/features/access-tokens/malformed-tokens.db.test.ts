import fc from 'fast-check';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { startTokenUser, withToken } from '../../../test/tokens.ts';

const server = await startTestApp();
const rawToken = (await (await startTokenUser(server)).make()).rawToken;

/** Sees every statement that this process sends. */
const queries = vi.spyOn(pg.Client.prototype, 'query');
const readRuns = (token: string) => server.app.inject(withToken(token, { url: '/api/bulk-runs' }));

/** The characters allowed in a header value. */
const character = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));

it('an access token with one changed character is rejected without a database query', async () => {
  queries.mockClear();
  expect((await readRuns(rawToken)).statusCode).toBe(200);
  expect(queries).toHaveBeenCalled();
  await fc.assert(
    fc.asyncProperty(fc.nat(rawToken.length - 1), character, async (at, other) => {
      fc.pre(rawToken[at] !== other);
      queries.mockClear();
      const reply = await readRuns(rawToken.slice(0, at) + other + rawToken.slice(at + 1));
      expect(reply.statusCode).toBe(401);
      expect(queries).not.toHaveBeenCalled();
    }),
    { numRuns: 1000 },
  );
});
