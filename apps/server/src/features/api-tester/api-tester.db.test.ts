import type { VendorOperationReply, VendorOperationRequest } from '@warranty/contracts/api-tester';
import type { ErrorReply } from '@warranty/contracts/core/errors';
import { publicVendorBases } from '@warranty/contracts/vendors';
import { describe, expect, it } from 'vitest';
import { startCanary } from '../../../test/canary.ts';
import { startVendorFixture } from '../../../test/vendor.ts';

const scene = await startVendorFixture({
  RELAY_CALLS_PER_MINUTE: '1000',
  RELAY_CALLS_PER_MINUTE_PER_ADDRESS: '10000',
});
const canary = await startCanary((_, response) => response.end('canary'));

async function startUser() {
  const { userId, send } = await scene.server.startSession();
  const post = (payload: VendorOperationRequest) => send('POST', '/api/vendor-operations', payload);
  const call = async (request: VendorOperationRequest) => (await post(request)).json<VendorOperationReply>();
  const refused = async (request: VendorOperationRequest) => {
    const reply = await post(request);
    const { error, code, details = [] } = reply.json<ErrorReply>();
    return { status: reply.statusCode, error, code, details: details.map(({ message }) => message) };
  };
  return { userId, post, call, refused };
}

const clientKeys = { type: 'oauth2', clientId: 'sim-client', clientSecret: 'sim-secret' } as const;
const dell: VendorOperationRequest = {
  vendor: 'dell',
  operation: 'asset-entitlements',
  parameters: { servicetags: 'abc1234' },
  auth: clientKeys,
};
const calls = (username: string) =>
  scene.server.database.query<{ vendor: string | null; operation: string }>(
    `select details ->> 'vendor' as vendor, details ->> 'operation' as operation
       from audit_events join users on users.id = owner where username = $1 and action = 'relay.called' order by at`,
    [username],
  );

describe('POST /api/vendor-operations', () => {
  it('requests a token and the entitlements from Dell', async () => {
    const { call, userId } = await startUser();
    expect(await call(dell)).toEqual({
      success: true,
      data: [expect.objectContaining({ serviceTag: 'ABC1234', entitlements: expect.any(Array) })],
      status: 200,
      headers: expect.objectContaining({ 'content-type': expect.stringContaining('json') }),
      requestConfig: {
        vendor: 'dell',
        operation: 'asset-entitlements',
        url: `${scene.simulator.url}/PROD/sbil/eapi/v5/asset-entitlements?servicetags=ABC1234`,
        method: 'GET',
      },
      error: null,
      details: [],
    });
    expect(await calls(userId)).toEqual([{ vendor: 'dell', operation: 'asset-entitlements' }]);
  });

  it.each<[string, VendorOperationRequest, unknown]>([
    [
      'HP',
      { vendor: 'hp', operation: 'warranties', parameters: { serialNumber: '5CG4120ABC' }, auth: clientKeys },
      [{ product: { serialNumber: '5CG4120ABC' } }],
    ],
    [
      'Cisco',
      {
        vendor: 'cisco',
        operation: 'coverage',
        parameters: { serial_numbers: 'FOC2712A0B1' },
        auth: clientKeys,
      },
      { serial_numbers: [{ sr_no: 'FOC2712A0B1' }] },
    ],
    [
      'Lenovo',
      { vendor: 'lenovo', operation: 'warranty', parameters: { serialNumber: 'PF3ABCDE', country: 'UK' } },
      { code: 0, data: { machineInfo: { serial: 'PF3ABCDE' } } },
    ],
    [
      'Meraki',
      { vendor: 'meraki', operation: 'organizations', auth: { type: 'api_key', key: 'a-meraki-key' } },
      [{ id: expect.any(String), name: expect.any(String) }],
    ],
  ])('calls %s', async (_, request, data) => {
    const reply = await (await startUser()).call(request);
    expect(reply).toMatchObject({ success: true, status: 200, error: null });
    expect(Array.isArray(reply.data) ? reply.data.slice(0, 1) : reply.data).toMatchObject(data as object);
  });

  it("passes on a vendor's rejection, and reports which request was rejected", async () => {
    const { call, userId } = await startUser();
    const wrongToken = await call({ ...dell, auth: { type: 'oauth2', key: 'no-such-token' } });
    expect(wrongToken).toMatchObject({ success: false, status: 401, error: null, data: { status: 401 } });
    const wrongKeys = await call({ ...dell, auth: { ...clientKeys, clientSecret: 'bad-secret' } });
    expect(wrongKeys).toMatchObject({
      success: false,
      status: 401,
      data: { error: 'invalid_client' },
      error: 'The token response does not contain an access token.',
      requestConfig: { url: `${scene.simulator.url}/auth/oauth/v2/token`, method: 'POST' },
    });
    expect(await calls(userId)).toHaveLength(2);
  });

  it('returns an HTML page as a string inside JSON', async () => {
    await scene.simulator.faults({ htmlInsteadOfJson: { times: -1 } });
    const reply = await (await startUser()).post(dell);
    await scene.simulator.faults({});
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(reply.json<VendorOperationReply>().data).toEqual(expect.stringContaining('<html'));
  });

  it('rejects invalid requests with the specified messages, without a vendor call', async () => {
    const { refused, userId } = await startUser();
    const before = await scene.simulator.counts();
    const invalid: VendorOperationRequest = {
      ...{ ...dell, parameters: {}, auth: { type: 'oauth2' } },
      extraHeaders: [{ key: 'Host', value: 'x' }],
    };
    const problems = [
      'Missing required parameter: servicetags',
      'Dell needs a client ID and client secret, or an access token.',
    ];
    const noUrl = 'URL and method are required in custom URL mode';
    const cases: [VendorOperationRequest, object][] = [
      [
        { vendor: 'acer', operation: 'x' },
        { code: 'unsupported_vendor', error: 'Unsupported vendor' },
      ],
      [{ vendor: 'dell', operation: 'x' }, { error: 'Unsupported operation' }],
      [{ ...dell, methodOverride: 'DELETE' }, { error: 'Unsupported operation' }],
      [invalid, { error: 'Parameter validation failed', details: problems }],
      [
        { ...dell, extraHeaders: [{ key: 'Cookie', value: 'a=b' }] },
        { details: ['Header Cookie cannot be set'] },
      ],
      [{ url: 'https://example.com' }, { error: noUrl }],
      [{ url: 'http://', method: 'GET' }, { error: 'Unable to resolve endpoint' }],
    ];
    for (const [request, reply] of cases)
      expect(await refused(request)).toMatchObject({ status: 422, ...reply });
    expect(await scene.simulator.counts()).toEqual(before);
    expect(await calls(userId)).toEqual([]);
  });
});

describe('a user-entered URL', () => {
  it.each([
    ['a loopback address', () => `http://127.0.0.1:${canary.port}/`],
    ['a local host name', () => `http://localhost:${canary.port}/`],
    ["the operator's own vendor URL", () => `${scene.simulator.url}/api/v1/organizations`],
    ['metadata', () => 'http://169.254.169.254/latest/meta-data/'],
    ['a private address', () => 'https://192.168.0.1/'],
  ])('cannot be %s', async (_, url) => {
    const { call, userId } = await startUser();
    const reply = await call({ url: url(), method: 'GET', auth: { type: 'bearer', key: 'k' } });
    expect(reply).toMatchObject({ success: false, status: null, data: null });
    expect(reply.error).toMatch(/public address|^Port \d+ is not allowed\.$/);
    // The detail shows that a retry cannot succeed.
    expect(reply.details).toEqual([{ path: 'url', message: reply.error }]);
    expect(canary.connections()).toBe(0);
    expect(await calls(userId)).toEqual([{ vendor: null, operation: 'custom' }]);
  });
});

it('the audit log is written first: nothing is called if that fails', async () => {
  const { post, call } = await startUser();
  const before = await scene.simulator.counts();
  await scene.server.withoutWrites('audit_events', async () => {
    expect((await post(dell)).statusCode).toBe(500);
  });
  expect(await scene.simulator.counts()).toEqual(before);
  expect((await call(dell)).success).toBe(true);
});

describe('the configuration', () => {
  it('limits how often users can call', async () => {
    const { server } = await startVendorFixture({ RELAY_CALLS_PER_MINUTE: '2' });
    const [first, second] = [await server.startSession(), await server.startSession()];
    const call = ({ send }: typeof first) => send('POST', '/api/vendor-operations', dell);
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1) statuses.push((await call(first)).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await call(first)).headers['retry-after']).toMatch(/^\d+$/);
    expect((await call(second)).statusCode).toBe(200);
  });

  it('is passed to the browser: vendor URLs, and whether custom URLs are allowed', async () => {
    const config = async (env: Record<string, string>) => {
      const { send, get } = await (await startVendorFixture(env)).server.startSession();
      const payload = { url: 'http://127.0.0.1/', method: 'GET' };
      const typed = await send('POST', '/api/vendor-operations', payload);
      return { typed: typed.statusCode, code: typed.json<ErrorReply>().code, ...(await get('/api/config')) };
    };
    const { url } = scene.simulator;
    const off = await config({ RELAY_CUSTOM_URLS: 'off', MERAKI_BASE_URL: url });
    expect(off).toMatchObject({ relayCustomUrls: false, typed: 403, code: 'custom_urls_off' });
    expect(Object.keys(off.vendorBases).sort()).toEqual(Object.keys(publicVendorBases).sort());
    expect(off.vendorBases.meraki).toBe(url);
    expect(off.relayPorts).toEqual([80, 443, 8443]);
    expect(await config({ RELAY_CUSTOM_URLS: 'on', RELAY_PORTS: '9443' })).toMatchObject({
      relayCustomUrls: true,
      relayPorts: [80, 443, 8443, 9443],
      typed: 200,
    });
  });
});
