import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../test/failure.ts';
import { type Reply, toReply } from '../../test/scripted.ts';
import { SendError, type VendorRequest } from '../send.ts';
import { createApple } from './apple.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const keys = {
  clientId: 'BUSINESSAPI.00000000-0000-4000-8000-000000000001',
  keyId: '00000000-0000-4000-8000-000000000002',
  privateKey: privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
};
const baseUrls = {
  business: 'http://business.test',
  school: 'http://school.test',
  token: 'http://token.test',
};
const json = (body: unknown, status = 200) => ({ status, body });
const tokenReply = json({ access_token: 'sim-token', token_type: 'Bearer', expires_in: 3600 });
const covered = json({
  data: [
    { attributes: { description: 'AppleCare+', endDateTime: '2028-01-31T00:00:00Z', status: 'ACTIVE' } },
  ],
});
const details = json({ data: { attributes: { deviceModel: 'iPad Air 11-inch (M2)' } } });
const lost = () => new SendError('the connection was lost');
const missing = (type: string) =>
  json({ errors: [{ status: '404', code: 'NOT_FOUND', detail: `no '${type}' with this id` }] }, 404);

/** Replies by the end of the path; a list is used in order, and its last reply is repeated. */
function connect(routes: Record<string, Reply | Reply[]>, own: Partial<typeof keys> = {}) {
  const requests: VendorRequest[] = [];
  const calls = new Map<string, number>();
  const running = { now: 0, most: 0 };
  const apple = createApple({
    baseUrls,
    keys: { ...keys, ...own },
    now: () => Date.parse('2026-11-16T08:00:00Z'),
    async send(request) {
      requests.push(request);
      running.most = Math.max(running.most, ++running.now);
      await Promise.resolve();
      running.now -= 1;
      const path = new URL(request.url).pathname;
      if (path.endsWith('/token')) return toReply(tokenReply);
      const key = Object.keys(routes).find((end) => path.endsWith(end)) ?? '';
      const script = [routes[key] ?? missing('orgDevices')].flat();
      const count = (calls.get(path) ?? 0) + 1;
      calls.set(path, count);
      return toReply(script[Math.min(count, script.length) - 1]);
    },
  });
  const dataCalls = () => requests.filter(({ url }) => !url.endsWith('/token'));
  return { apple, requests, dataCalls, running };
}

const serials = (count: number) => Array.from({ length: count }, (_, index) => `C02TEST${index}XYZ`);

describe('the client assertion', () => {
  it('is a new ES256 token for the client, signed with its key', async () => {
    const { apple, requests } = connect({ orgDevices: json({ data: [] }) });
    await apple.checkKeys();
    const form = new URLSearchParams(requests[0]?.body);
    expect(requests[0]?.url).toBe('http://token.test/auth/oauth2/token');
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: 'client_credentials',
      client_id: keys.clientId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      scope: 'business.api',
    });
    const [header = '', claims = '', signature = ''] = (form.get('client_assertion') ?? '').split('.');
    const parsed = [header, claims].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    const issuedAt = Date.parse('2026-11-16T08:00:00Z') / 1000;
    expect(parsed).toEqual([
      { alg: 'ES256', kid: keys.keyId, typ: 'JWT' },
      {
        iss: keys.clientId,
        sub: keys.clientId,
        aud: 'https://account.apple.com/auth/oauth2/v2/token',
        iat: issuedAt,
        exp: issuedAt + 900,
        jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
    const key = { key: createPublicKey(privateKey), dsaEncoding: 'ieee-p1363' as const };
    expect(
      verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url')),
    ).toBe(true);
  });

  it('asks for the scope and the host of a school', async () => {
    const { apple, requests } = connect({ orgDevices: json({ data: [] }) }, { clientId: 'SCHOOLAPI.1' });
    await apple.checkKeys();
    expect(new URLSearchParams(requests[0]?.body).get('scope')).toBe('school.api');
    expect(requests[1]?.url).toBe('http://school.test/v1/orgDevices?limit=1');
  });

  it.each([
    ['not a key', 'no key'],
    [
      'another curve',
      generateKeyPairSync('ec', { namedCurve: 'P-384' })
        .privateKey.export({ type: 'sec1', format: 'pem' })
        .toString(),
    ],
  ])('cannot be made with %s, and no call is made', async (_, privateKeyText) => {
    const { apple, requests } = connect({}, { privateKey: privateKeyText });
    const failure = await failureOf(apple.checkKeys());
    expect([failure.kind, failure.cause, requests.length]).toEqual(['key-refused', undefined, 0]);
  });
});

describe('a lookup of one device', () => {
  it('reads its coverage and its details', async () => {
    const { apple, dataCalls } = connect({ appleCareCoverage: covered, C02TEST0XYZ: details });
    expect(await apple.lookup(['C02TEST0XYZ'])).toEqual(
      new Map([
        [
          'C02TEST0XYZ',
          {
            kind: 'found',
            device: expect.objectContaining({ productLineDescription: 'iPad Air 11-inch (M2)' }),
            entitlements: [expect.objectContaining({ level: 'AppleCare+', endsAt: '2028-01-31' })],
          },
        ],
      ]),
    );
    expect(dataCalls().map(({ url }) => url)).toEqual([
      'http://business.test/v1/orgDevices/C02TEST0XYZ/appleCareCoverage?limit=1000',
      'http://business.test/v1/orgDevices/C02TEST0XYZ',
    ]);
  });

  it.each([
    ['in another organization', missing('orgDevices'), details, 'not-known'],
    ['without coverage', missing('appleCareCoverage'), details, 'found'],
    ['without either', missing('appleCareCoverage'), missing('orgDevices'), 'not-known'],
    ['with coverage but unreadable details', covered, json('"unavailable"'), 'found'],
    ['with coverage but without an answer for its details', covered, json({}, 403), 'found'],
  ])('%s', async (_, coverage, device, kind) => {
    const { apple } = connect({ appleCareCoverage: coverage, C02TEST0XYZ: device });
    expect((await apple.lookup(['C02TEST0XYZ'])).get('C02TEST0XYZ')?.kind).toBe(kind);
  });

  it('fails if its coverage cannot be read, so that a changed format is noticed', async () => {
    const { apple } = connect({ appleCareCoverage: json({ data: 'unavailable' }) });
    expect((await failureOf(apple.lookup(['C02TEST0XYZ']))).kind).toBe('unexpected');
  });

  it('asks once for the details of a device without coverage', async () => {
    const { apple, dataCalls } = connect({
      appleCareCoverage: missing('appleCareCoverage'),
      C02TEST0XYZ: details,
    });
    await apple.lookup(['C02TEST0XYZ']);
    expect(dataCalls()).toHaveLength(2);
  });

  it('is repeated when the connection is lost, up to five times', async () => {
    const { apple, dataCalls } = connect({
      appleCareCoverage: [lost(), json({}, 503), lost(), lost(), covered],
    });
    expect((await apple.lookup(['C02TEST0XYZ'])).get('C02TEST0XYZ')?.kind).toBe('found');
    expect(dataCalls().filter(({ url }) => url.includes('Coverage'))).toHaveLength(5);
    const down = connect({ appleCareCoverage: lost() });
    expect((await failureOf(down.apple.lookup(['C02TEST0XYZ']))).kind).toBe('unreachable');
    expect(down.dataCalls()).toHaveLength(5);
  });

  it('is not repeated when Apple is busy or refuses the account', async () => {
    const busy = connect({ appleCareCoverage: { ...json({}, 429), headers: { 'retry-after': '90' } } });
    expect(await failureOf(busy.apple.lookup(['C02TEST0XYZ']))).toMatchObject({
      kind: 'busy',
      retryAfterSeconds: 90,
    });
    const refused = connect({ appleCareCoverage: json({}, 403) });
    expect((await failureOf(refused.apple.lookup(['C02TEST0XYZ']))).kind).toBe('key-refused');
    const closed = connect({ appleCareCoverage: { ...json({}, 503), headers: { 'retry-after': '30' } } });
    expect(await failureOf(closed.apple.lookup(['C02TEST0XYZ']))).toMatchObject({
      kind: 'busy',
      retryAfterSeconds: 30,
    });
    const calls = [busy, refused, closed].map(({ dataCalls }) => dataCalls().length);
    expect(calls).toEqual([1, 1, 1]);
  });
});

describe('a lookup of several devices', () => {
  it('makes one call for each, at most three at a time', async () => {
    const { apple, dataCalls, running } = connect({ appleCareCoverage: covered });
    const answers = await Promise.all([apple.lookup(serials(10)), apple.lookup(serials(8))]);
    expect(answers.map((each) => [...each.values()].filter(({ kind }) => kind === 'found').length)).toEqual([
      10, 8,
    ]);
    expect([dataCalls().length, running.most]).toEqual([18, 3]);
  });

  it('stops at an error that concerns all of them', async () => {
    const { apple, dataCalls } = connect({ appleCareCoverage: json({}, 429) });
    expect((await failureOf(apple.lookup(serials(10)))).kind).toBe('busy');
    expect(dataCalls().length).toBeLessThanOrEqual(3);
  });

  it('keeps an unreadable device apart, unless all of them are', async () => {
    const odd = json({ data: 'unavailable' });
    const { apple } = connect({ 'C02TEST1XYZ/appleCareCoverage': odd, appleCareCoverage: covered });
    const kinds = [...(await apple.lookup(serials(3))).values()].map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['found', 'found', 'unexpected']);
    const all = connect({ appleCareCoverage: odd });
    expect((await failureOf(all.apple.lookup(serials(3)))).kind).toBe('unexpected');
  });

  it('takes ten at most', async () => {
    const { apple } = connect({ appleCareCoverage: covered });
    await expect(apple.lookup(serials(11))).rejects.toThrow('Apple accepts 10 serials per call, not 11');
  });
});
