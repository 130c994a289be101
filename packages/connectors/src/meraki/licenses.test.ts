import { describe, expect, it } from 'vitest';
import { type Reply, toReply } from '../../test/scripted.ts';
import { createMeraki } from './meraki.ts';

const serials = ['Q2TS-0001-AAAA', 'Q2TS-0002-AAAA'];
const devices = serials.map((serial) => ({
  serial,
  claimedAt: '2024-05-01T10:00:00Z',
  licenseExpirationDate: null,
  eox: { status: 'endOfSale', endOfSaleAt: '2026-07-21', endOfSupportAt: '2031-07-21' },
}));

/** One organization with this licensing model, whose device rows have no license end date. */
async function lookUp(model: string | undefined, licenses: (path: string) => Reply) {
  const asked: string[] = [];
  const meraki = createMeraki({
    baseUrl: 'https://api.test',
    keys: { apiKey: 'tst-key' },
    now: () => 0,
    async send({ url }) {
      const path = url.replace('https://api.test/api/v1', '');
      const reply = (): Reply => {
        if (path === '/organizations') return { body: [{ id: '1', licensing: { model } }] };
        if (path.includes('/inventory/')) return { body: devices };
        asked.push(path);
        return licenses(path);
      };
      return toReply(reply());
    },
  });
  const answers = await meraki.lookup(serials);
  return { asked, answers: [...answers.values()] };
}

const license = (deviceSerial: string, expirationDate: string | null) => ({
  id: '1',
  state: 'active',
  deviceSerial,
  activationDate: expirationDate && '2024-06-01T00:00:00Z',
  expirationDate,
});
const serialIn = (path: string) => new URLSearchParams(path.split('?')[1]).get('deviceSerial') ?? '';
const line = (startsAt: string, endsAt: string | null) => ({ type: 'License', startsAt, endsAt });
const support = { type: 'End of support', endsAt: '2031-07-21' };
const claimed = '2024-05-01T10:00:00Z';
const activated = '2024-06-01T00:00:00Z';

describe('licenses of a co-term organization', () => {
  it('share one end date, which is requested once', async () => {
    const { asked, answers } = await lookUp('co-term', () => ({
      body: { status: 'OK', expirationDate: 'Mar 13, 2027 UTC', licensedDeviceCounts: { MR: 2 } },
    }));
    expect(asked).toEqual(['/organizations/1/licenses/overview']);
    for (const answer of answers)
      expect(answer).toMatchObject({ entitlements: [line(claimed, '2027-03-13'), support] });
  });

  it('can have no end date', async () => {
    const { answers } = await lookUp('co-term', () => ({ body: { status: 'OK', expirationDate: 'N/A' } }));
    expect(answers[0]).toMatchObject({ kind: 'found', entitlements: [line(claimed, null), support] });
  });

  it('are also assumed if the model is not reported', async () => {
    const { answers } = await lookUp(undefined, () => ({ body: { expirationDate: 'Mar 13, 2027 UTC' } }));
    expect(answers[1]).toMatchObject({ entitlements: [line(claimed, '2027-03-13'), support] });
  });
});

describe('licenses of a per-device organization', () => {
  it('are requested by serial', async () => {
    const { asked, answers } = await lookUp('per-device', (path) => ({
      body: [license(serialIn(path), '2027-06-01T00:00:00Z'), license(serialIn(path), null)],
    }));
    expect(asked).toEqual(serials.map((serial) => `/organizations/1/licenses?deviceSerial=${serial}`));
    expect(answers[1]).toMatchObject({
      entitlements: [line(activated, '2027-06-01T00:00:00Z'), line(claimed, null), support],
    });
  });

  it('can be empty', async () => {
    const { answers } = await lookUp('per-device', () => ({ body: [] }));
    expect(answers[0]).toMatchObject({ kind: 'found', entitlements: [support] });
  });

  it('are read for the other devices if one row is malformed', async () => {
    const { answers } = await lookUp('per-device', (path) => ({
      body: serialIn(path) === serials[0] ? [{ deviceSerial: serials[0] }] : [],
    }));
    expect(answers.map(({ kind }) => kind)).toEqual(['unexpected', 'found']);
  });
});

it('leaves the end of a subscription open, without a request', async () => {
  const { asked, answers } = await lookUp('subscription', () => ({ status: 500 }));
  expect(asked).toEqual([]);
  expect(answers[0]).toMatchObject({ kind: 'found', entitlements: [line(claimed, null), support] });
});

describe.each(['co-term', 'per-device'])('unavailable licenses of a %s organization', (model) => {
  it.each<[string, Reply]>([
    ['forbidden for these keys', { status: 403, body: { errors: ['Invented'] } }],
    ['not found', { status: 404, body: { errors: ['Invented'] } }],
    ['of another licensing model', { status: 400, body: { errors: ['Invented: another licensing model'] } }],
    ['in another format', { body: { invented: true } }],
    ['a page', { body: '<html>' }],
  ])('are not read as no license: %s', async (_, reply) => {
    const { answers } = await lookUp(model, () => reply);
    expect(answers).toEqual([{ kind: 'unexpected' }, { kind: 'unexpected' }]);
  });

  it.each([
    [401, 'key-refused'],
    [429, 'busy'],
    [502, 'unreachable'],
  ])('make the lookup fail with %i', async (status, kind) => {
    await expect(lookUp(model, () => ({ status }))).rejects.toMatchObject({ kind });
  });
});
