import { meraki as vendor } from '@warranty/contracts/vendors/meraki';
import { describe, expect, it } from 'vitest';
import { commonFailures, failureOf } from '../../test/failure.ts';
import { type Reply, toReply } from '../../test/scripted.ts';
import type { VendorRequest } from '../send.ts';
import { createMeraki } from './meraki.ts';

const first = 'Q2TS-0001-AAAA';
const second = 'Q2TS-0002-AAAA';
const organization = (id: string, model = 'co-term', enabled = true) => ({
  id,
  name: 'Invented',
  api: { enabled },
  licensing: { model },
});
const device = (serial: string, licenseExpirationDate: string | null = '2027-05-01T00:00:00Z') => ({
  serial,
  model: 'MR46',
  name: 'invented-ap',
  claimedAt: '2024-05-01T10:00:00.000000Z',
  licenseExpirationDate,
  eox: { status: null, endOfSaleAt: null, endOfSupportAt: null },
});
const licensed = (...ends: (string | null)[]) => ({
  kind: 'found',
  entitlements: ends.map((endsAt) => ({ type: 'License', endsAt })),
});

type Routes = Record<string, Reply | (() => Reply)>;

/** Routes are keyed by the path after the version, with the query if there is a separate route for that page. */
function connect(routes: Routes) {
  const requests: VendorRequest[] = [];
  const clock = { now: Date.parse('2026-11-15T12:00:00Z') };
  const meraki = createMeraki({
    baseUrl: 'https://api.test',
    keys: { apiKey: 'tst-key' },
    now: () => clock.now,
    async send(request) {
      requests.push(request);
      const path = request.url.replace('https://api.test/api/v1', '');
      const route = routes[path] ?? routes[path.replace(/\?.*/, '')];
      return toReply(typeof route === 'function' ? route() : (route ?? { status: 404 }));
    },
  });
  const paths = () =>
    requests.map(({ url }) => decodeURIComponent(url.replace('https://api.test/api/v1', '')));
  return { meraki, requests, paths, clock };
}

const one = '/organizations/1/inventory/devices';
const two = '/organizations/2/inventory/devices';
const organizations = (...rows: unknown[]) => ({ '/organizations': { body: rows } });
const kinds = (answers: Map<string, { kind: string }>) => [...answers.values()].map(({ kind }) => kind);

describe('Meraki lookup', () => {
  it('queries every organization for the serials by name, with the key', async () => {
    const { meraki, requests, paths } = connect({
      ...organizations(organization('1'), organization('2')),
      [one]: { body: [device(second)] },
      [two]: { body: [] },
    });
    expect(kinds(await meraki.lookup([first, second]))).toEqual(['not-known', 'found']);
    expect(paths()).toEqual([
      '/organizations',
      `${one}?perPage=1000&serials[]=${first}&serials[]=${second}`,
      `${two}?perPage=1000&serials[]=${first}`,
    ]);
    expect(requests[0]).toMatchObject({ headers: { authorization: 'Bearer tst-key' }, timeoutMs: 15_000 });
  });

  it('stops when all serials are found, and matches answers by serial', async () => {
    const { meraki, paths } = connect({
      ...organizations(organization('1'), organization('2')),
      [one]: {
        headers: { link: '<https://api.test/api/v1/more>; rel=next' },
        body: [device('Q2TS-0009-AAAA'), device(second, '2029-01-31T00:00:00Z'), device(first)],
      },
    });
    const answers = await meraki.lookup([first, second]);
    expect(answers.get(first)).toMatchObject(licensed('2027-05-01T00:00:00Z'));
    expect(answers.get(second)).toMatchObject(licensed('2029-01-31T00:00:00Z'));
    expect(answers.size).toBe(2);
    expect(paths()).toHaveLength(2);
  });

  it('follows the URL of the next page unchanged', async () => {
    const next =
      'https://api.test/api/v1/organizations/1/inventory/devices?perPage=3&startingAfter=Q2TS-0000-AAAA';
    const { meraki, requests } = connect({
      ...organizations(organization('1')),
      [one]: { headers: { link: `<https://api.test/>; rel=first, <${next}>; rel=next` }, body: [] },
      [next.replace('https://api.test/api/v1', '')]: { body: [device(first)] },
    });
    expect(kinds(await meraki.lookup([first]))).toEqual(['found']);
    expect(requests[2]?.url).toBe(next);
  });

  it.each([
    ['another host', '<https://other.test/api/v1/next>; rel=next', 2],
    ['the page itself', `<https://api.test/api/v1${one}?perPage=1000&serials%5B%5D=${first}>; rel=next`, 2],
    ['an invalid URL', '<next>; rel=next', 2],
  ])(
    'does not follow a link to %s, and does not report unread devices as unknown',
    async (_, link, calls) => {
      const { meraki, requests } = connect({
        ...organizations(organization('1')),
        [one]: { headers: { link }, body: [] },
      });
      expect(kinds(await meraki.lookup([first]))).toEqual(['unexpected']);
      expect(requests).toHaveLength(calls);
    },
  );

  it('stops after 20 pages if the vendor never reports a last page', async () => {
    let page = 0;
    const endless = () => {
      page += 1;
      return {
        headers: { link: `<https://api.test/api/v1${one}?startingAfter=${page}>; rel=next` },
        body: [],
      };
    };
    const { meraki, requests } = connect({ ...organizations(organization('1')), [one]: endless });
    expect(kinds(await meraki.lookup([first]))).toEqual(['unexpected']);
    expect(requests).toHaveLength(21);
  });

  it.each<[string, Routes, string[]]>([
    [
      'skips an inaccessible organization: 403',
      { [one]: { status: 403 }, [two]: { body: [device(first)] } },
      ['found', 'not-known'],
    ],
    [
      'skips an inaccessible organization: 404',
      { [one]: { status: 404 }, [two]: { body: [device(first)] } },
      ['found', 'not-known'],
    ],
    [
      'does not guess which devices an unreadable organization has',
      { [one]: { status: 400 }, [two]: { body: [device(first)] } },
      ['found', 'unexpected'],
    ],
    [
      'reads the other organizations if one reply has another format',
      { [one]: { body: {} }, [two]: { body: [device(first)] } },
      ['found', 'unexpected'],
    ],
    [
      'reads the other devices if one row has another format',
      { [one]: { body: [{ serial: first }] }, [two]: { body: [device(second)] } },
      ['unexpected', 'found'],
    ],
    [
      'does not guess which device a row without a serial describes',
      { [one]: { body: [{ sn: first }] }, [two]: { body: [] } },
      ['unexpected', 'unexpected'],
    ],
  ])('%s', async (_, routes, expected) => {
    const { meraki } = connect({ ...organizations(organization('1'), organization('2')), ...routes });
    expect(kinds(await meraki.lookup([first, second]))).toEqual(expected);
  });

  it('skips an organization whose API is disabled', async () => {
    const { meraki, paths } = connect({
      ...organizations(organization('1', 'co-term', false), organization('2')),
      [two]: { body: [device(first)] },
    });
    await meraki.lookup([first]);
    expect(paths()).toEqual(['/organizations', expect.stringContaining(two)]);
  });

  it('reports devices as unknown if the keys see no organization', async () => {
    expect(kinds(await connect(organizations()).meraki.lookup([first]))).toEqual(['not-known']);
    expect(await connect({}).meraki.lookup([])).toEqual(new Map());
  });

  it('does not report devices as unknown if an organization could not be read', async () => {
    expect(kinds(await connect(organizations({ name: 'Invented' })).meraki.lookup([first]))).toEqual([
      'unexpected',
    ]);
  });

  it('rejects more serials than one call accepts', async () => {
    const { meraki } = connect({});
    expect(vendor.batchSize).toBe(50);
    await expect(meraki.lookup(Array.from({ length: 51 }, (_, index) => `Q2TS-00${index}`))).rejects.toThrow(
      '50',
    );
  });
});

describe('Meraki organizations', () => {
  const routes = { ...organizations(organization('1')), [one]: { body: [device(first)] } };
  const asked = (paths: string[]) => paths.filter((path) => path === '/organizations').length;

  it('are cached for ten minutes, and concurrent callers share one request', async () => {
    const { meraki, paths, clock } = connect(routes);
    await Promise.all([meraki.lookup([first]), meraki.lookup([first])]);
    clock.now += 599_000;
    await meraki.lookup([first]);
    expect(asked(paths())).toBe(1);
    clock.now += 1000;
    await meraki.lookup([first]);
    expect(asked(paths())).toBe(2);
  });

  it('are requested again whenever the keys are checked', async () => {
    const { meraki, paths } = connect(routes);
    await meraki.checkKeys();
    await meraki.checkKeys();
    expect(paths()).toEqual(['/organizations', '/organizations']);
  });

  it('are not cached when the request fails', async () => {
    let calls = 0;
    const { meraki } = connect({
      ...routes,
      '/organizations': () => {
        calls += 1;
        return calls === 1 ? { status: 502 } : { body: [organization('1')] };
      },
    });
    expect(await failureOf(meraki.lookup([first]))).toMatchObject({ kind: 'unreachable' });
    expect(kinds(await meraki.lookup([first]))).toEqual(['found']);
  });
});

describe('Meraki failures', () => {
  const failures: [string, Reply, object][] = [
    ...commonFailures,
    ...[403, 404].map((status): [string, Reply, object] => [
      String(status),
      { status, body: { errors: ['Invented'] } },
      { kind: 'key-refused' },
    ]),
  ];

  it.each(failures)('report %s from the organization list', async (_, reply, expected) => {
    const { meraki } = connect({ '/organizations': reply });
    for (const work of [meraki.lookup([first]), meraki.checkKeys()])
      expect(await failureOf(work)).toMatchObject(expected);
  });

  it.each(failures)('report %s from the only inventory', async (_, reply, expected) => {
    const { meraki } = connect({ ...organizations(organization('1')), [one]: reply });
    expect(await failureOf(meraki.lookup([first]))).toMatchObject(expected);
  });
});
