import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { endpoints } from '../../../test/endpoints.ts';

describe('a visitor without a cookie', () => {
  it('becomes a user by no GET request', async () => {
    const server = await startTestApp();
    const paths = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(15);
    for (const path of paths) {
      const url = path.replaceAll(/\{\w+\}/g, 'demo-user-visitor01');
      const reply = await server.send('GET', url);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
    expect(await server.countUsers()).toBe(0);
  });

  it('becomes a new user a limited number of times per IP address', async () => {
    const server = await startTestApp({ env: { NEW_SESSIONS_PER_HOUR: '3' } });
    const start = () => server.send('POST', '/api/auth/session', { payload: {} });
    const replies = await Promise.all(Array.from({ length: 10 }, start));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      ...Array(3).fill(200),
      ...Array(7).fill(429),
    ]);
    expect(replies.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBeDefined();
    expect(await server.countUsers()).toBe(3);
  });
});
