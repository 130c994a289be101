import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { silent } from '../../../test/fixtures.ts';
import { createMetrics } from '../metrics.ts';
import { listenInternally } from './internal.ts';
import { publicOriginOf } from './origin.ts';

const server = await listenInternally({
  host: '127.0.0.1',
  port: 0,
  publicOrigin: publicOriginOf('https://warranty.example.com'),
  metrics: createMetrics(),
  readiness: {
    notReadyReason: async () => null,
    check: async () => ({ accepting: true, database: true, writable: true, migrations: true }),
    isDraining: () => false,
    drain: () => undefined,
  },
  log: silent,
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, path, headers, setHost: false, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once('error', reject)
      .end();
  });
}

describe('the metrics port', () => {
  it.each([
    ...['127.0.0.1:9464', '10.0.3.4:9464', '[::1]:9464', 'localhost:9464', 'api:9464', 'api'],
    ...['api.default.svc.cluster.local:9464', 'warranty.example.com:9464', 'Warranty.Example.COM'],
  ])('accepts the host %s', async (host) => {
    for (const path of ['/metrics', '/livez', '/readyz']) expect(await statusOf(path, { host })).toBe(200);
  });

  it.each([
    ...[
      'evil.example',
      'evil.example:9464',
      '127.0.0.1.evil.example:9464',
      'warranty.example.com.evil.example',
    ],
    ...['127.0.0.1@evil.example', 'evil.example/@127.0.0.1', ''],
  ])('rejects the host %j, which a web page could point here', async (host) => {
    for (const path of ['/metrics', '/livez', '/readyz']) expect(await statusOf(path, { host })).toBe(421);
  });

  it('rejects a request without a host', async () => {
    expect(await statusOf('/metrics', {})).toBe(400);
  });
});
