import type { VendorOperationRequest } from '@warranty/contracts/api-tester';
import type { LightMyRequestResponse } from 'fastify';
import { expect, it } from 'vitest';
import { recordLog } from '../../../test/fixtures.ts';
import { everythingOf, expectNoTrace } from '../../../test/leaks.ts';
import { startVendorFixture } from '../../../test/vendor.ts';

const { log, lines } = recordLog();
const scene = await startVendorFixture({}, { log });

const id = 'canary-tester-id-4411';
const secret = 'canary-tester-secret-4412';
const key = 'canary-tester-key-4413';
const dell: VendorOperationRequest = {
  vendor: 'dell',
  operation: 'asset-entitlements',
  parameters: { servicetags: 'ABC1234' },
};
const both = { type: 'oauth2', clientId: id, clientSecret: secret } as const;

/** Every way to enter a key, and every way a call can end. */
const requests: VendorOperationRequest[] = [
  { ...dell, auth: both },
  { ...dell, auth: { type: 'oauth2', key } },
  { ...dell, auth: { ...both, clientSecret: `bad-${secret}` } },
  { ...dell, auth: both, extraHeaders: [{ key: 'X-Other-Key', value: key }] },
  { ...dell, auth: both, parameters: { servicetags: '!' } },
  { ...dell, auth: { ...both, clientId: `${id}\r\nX: 1` }, vendor: 'nobody' },
  { vendor: 'meraki', operation: 'organizations', auth: { type: 'api_key', key } },
  { vendor: 'meraki', operation: 'organizations', auth: { type: 'api_key', key, queryParam: 'k' } },
  { vendor: 'meraki', operation: 'organizations', auth: { type: 'api_key', key: `${key}\nx` } },
  { url: 'http://127.0.0.1/', method: 'GET', auth: { type: 'query', key } },
  { url: 'https://10.0.0.1/', method: 'POST', auth: { type: 'bearer', key }, body: `{"key":"${key}"}` },
  { url: `https://${id}:${secret}@example.com/`, method: 'GET' },
  { url: 'https://localhost/', method: 'GET', auth: { type: 'header', key } },
];

it('a key appears in no log line, metric, row or reply, in any encoding', async () => {
  const session = await scene.server.startSession();
  const send = (payload: object) => session.send('POST', '/api/vendor-operations', payload);
  const replies: LightMyRequestResponse[] = [];
  for (const request of requests) replies.push(await send(request));
  replies.push(await send({ ...dell, auth: { type: key, key } }), await send({ auth: key, vendor: [key] }));
  await scene.simulator.faults({ halfAnswer: { times: -1 } });
  replies.push(await send({ ...dell, auth: both }));
  await scene.simulator.faults({});
  await scene.server.withoutWrites('audit_events', async () =>
    replies.push(await send({ ...dell, auth: both })),
  );

  const statuses = new Set(replies.map(({ statusCode }) => statusCode));
  expect([...statuses].sort()).toEqual([200, 400, 422, 500]);
  const everything = await everythingOf(scene.server, lines, replies);
  expect(everything).toContain('asset-entitlements');
  expect(lines.length).toBeGreaterThan(replies.length);
  expectNoTrace(everything, [id, secret, key]);
});
