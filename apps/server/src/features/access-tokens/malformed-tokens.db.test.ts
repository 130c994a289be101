import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { startTokenUser, withToken } from '../../../test/tokens.ts';

let server: TestApp;
let rawToken: string;
beforeAll(async () => {
  server = await startTestApp();
  rawToken = (await (await startTokenUser(server)).make()).rawToken;
});
afterAll(() => server.close());

/** Every statement that this process sends goes through here. */
const queries = vi.spyOn(pg.Client.prototype, 'query');
const readRuns = (token: string) => server.app.inject(withToken(token, { url: '/api/bulk-runs' }));

/** What a header value may hold. */
const character = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));

describe('a token with one character changed', () => {
  it('is refused without a question to the database', async () => {
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
});
