import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';

const server = await startTestApp({ env: { TRUST_PROXY: '10.0.0.5', NEW_SESSIONS_PER_HOUR: '2' } });

async function startThrough(proxy: string, forwarded: string): Promise<number> {
  const { statusCode } = await server.send('POST', '/api/auth/session', {
    headers: { 'x-forwarded-for': forwarded },
    payload: {},
    remoteAddress: proxy,
  });
  return statusCode;
}

async function limitedAddresses(): Promise<string[]> {
  const rows = await server.database.query<{ key: string }>(
    "select key from rate_limits where key like 'new-session:%' order by key",
  );
  return rows.map(({ key }) => key.slice('new-session:'.length));
}

describe('the address of a client', () => {
  it('is the one that a trusted proxy appended, whatever the client sent itself', async () => {
    const statuses = [];
    for (const claimed of ['1.1.1.1', '2.2.2.2', 'garbage'])
      statuses.push(await startThrough('10.0.0.5', `${claimed}, 203.0.113.5`));
    expect(statuses).toEqual([200, 200, 429]);
    expect(await limitedAddresses()).toEqual(['203.0.113.5']);
  });

  it('is the one of the proxy if what it passes on is not an address', async () => {
    const statuses = [];
    for (const text of ['evil-1', '198.51.100.7:1111', '198.51.100.7:2222', 'evil-2, evil-3', ''])
      statuses.push(await startThrough('10.0.0.5', text));
    expect(statuses).toEqual([200, 200, 429, 429, 429]);
    expect(await limitedAddresses()).toEqual(['10.0.0.5', '203.0.113.5']);
  });

  it('is never what another host claims', async () => {
    const statuses = [];
    for (const claimed of ['3.3.3.3', '4.4.4.4', '5.5.5.5'])
      statuses.push(await startThrough('192.0.2.9', claimed));
    expect(statuses).toEqual([200, 200, 429]);
  });
});
