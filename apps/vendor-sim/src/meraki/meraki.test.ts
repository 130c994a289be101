import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Client, startClient } from '../../test/client.ts';
import { call, MERAKI, read as readFrom } from '../../test/vendors.ts';

const PER_DEVICE = '/700001';
const CO_TERM = '/700002';
const SUBSCRIPTION = '/700003';
const CLOSED = '/700004';

type Row = Record<string, unknown> & { serial: string };

const read = (client: Client, path: string) => readFrom(client, 'meraki', `${MERAKI}${path}`);

async function rowsOf(client: Client, path: string): Promise<Row[]> {
  return (await read(client, path))[1] as Row[];
}

const errors = { errors: [expect.any(String)] };
const serialsOf = (rows: Row[]) => rows.map(({ serial }) => serial);

describe('the key', () => {
  it.each([
    [{ authorization: 'Bearer mine' }, 200],
    [{ 'X-Cisco-Meraki-API-Key': 'mine' }, 200],
    [{}, 401],
    [{ authorization: 'mine' }, 401],
    [{ authorization: 'Bearer abadone' }, 401],
    [{ 'X-Cisco-Meraki-API-Key': 'bad' }, 401],
  ])('%j returns %i', async (headers, status) => {
    const { url } = await startClient({ mode: 'demo' });
    const reply = await fetch(`${url}${MERAKI}`, { headers: new Headers(headers) });
    expect(reply.status).toBe(status);
    if (status === 401) expect(await reply.json()).toEqual(errors);
  });
});

describe('GET /organizations', () => {
  it('lists one per licensing model, and one with the API disabled', async () => {
    const rows = await rowsOf(await startClient(), '');
    expect(rows).toMatchObject([
      { id: '700001', api: { enabled: true }, licensing: { model: 'per-device' } },
      { id: '700002', api: { enabled: true }, licensing: { model: 'co-term' } },
      { id: '700003', api: { enabled: true }, licensing: { model: 'subscription' } },
      { id: '700004', api: { enabled: false } },
    ]);
    expect(rows[0]).toHaveProperty('cloud.region.name');
    expect(rows[0]).toHaveProperty('management.details');
  });

  it('returns 404 for an unknown organization and 403 for the closed one', async () => {
    const client = await startClient();
    for (const path of ['/inventory/devices', '/devices', '/licenses', '/licenses/overview']) {
      expect(await read(client, `/1${path}`)).toEqual([404, errors]);
      expect(await read(client, `${CLOSED}${path}`)).toEqual([403, errors]);
    }
    expect((await read(client, `${PER_DEVICE}/networks`))[0]).toBe(404);
    const post = await call(client, 'meraki', MERAKI, { body: {} });
    expect(post.status).toBe(405);
  });
});

describe('GET /organizations/{id}/inventory/devices', () => {
  const LIST = `${PER_DEVICE}/inventory/devices`;

  it('accepts full serials in serials[], and returns those of this organization', async () => {
    const client = await startClient();
    const asked = ['QSIM-ACTV-0001', 'qsim-expr-0001', 'QSIM-CTRM-0001', 'QSIM-UNKN-0001', 'QSIM-EXPD'];
    const rows = await rowsOf(client, `${LIST}?${asked.map((each) => `serials[]=${each}`).join('&')}`);
    expect(serialsOf(rows)).toEqual(['QSIM-ACTV-0001', 'QSIM-EXPR-0001']);
    expect(rows[0]).toEqual({
      serial: 'QSIM-ACTV-0001',
      model: 'MR46',
      mac: expect.stringMatching(/^02:00(:[0-9a-f]{2}){4}$/),
      name: 'wireless-0001',
      networkId: 'N_700001',
      orderNumber: expect.stringMatching(/^SIM4C/),
      claimedAt: '2024-08-14T12:00:00.000000Z',
      licenseExpirationDate: '2028-08-14T00:00:00Z',
      productType: 'wireless',
      countryCode: 'US',
      tags: [],
      details: [],
      eox: { status: null, endOfSaleAt: null, endOfSupportAt: null },
    });
  });

  it('accepts a part of a serial in serial', async () => {
    const client = await startClient();
    expect(serialsOf(await rowsOf(client, `${LIST}?serial=expr`))).toEqual(['QSIM-EXPR-0001']);
    expect((await rowsOf(client, `${LIST}?serial=QSIM`)).length).toBeGreaterThan(8);
    const whole = 'Q2SM-0000-0001';
    const found = [];
    for (const organization of [PER_DEVICE, CO_TERM, SUBSCRIPTION])
      found.push(...(await rowsOf(client, `${organization}/inventory/devices?serial=${whole}`)));
    expect(serialsOf(found)).toEqual([whole]);
  });

  it('returns pages, with the next one in the Link header', async () => {
    const client = await startClient();
    const all = serialsOf(await rowsOf(client, LIST));
    const seen: string[] = [];
    let next: string | undefined = `${client.url}${MERAKI}${LIST}?perPage=7&serial=-0`;
    let pages = 0;
    while (next) {
      const reply: Response = await fetch(next, { headers: { authorization: 'Bearer mine' } });
      seen.push(...serialsOf((await reply.json()) as Row[]));
      const link = reply.headers.get('link') ?? '';
      expect(link).toContain(`<${client.url}${MERAKI}${LIST}?perPage=7&serial=-0>; rel=first`);
      next = /<([^>]+)>; rel=next/.exec(link)?.[1];
      pages += 1;
    }
    expect(seen).toEqual(all);
    expect(all).toEqual([...all].sort());
    expect(pages).toBe(Math.ceil(all.length / 7));
  });

  it.each(['2', '1001', 'x', ''])('rejects perPage=%s', async (size) => {
    const client = await startClient();
    expect(await read(client, `${LIST}?perPage=${size}`)).toEqual([400, errors]);
  });

  it('returns one device by its serial, only in its own organization', async () => {
    const client = await startClient();
    const [listed] = await rowsOf(client, `${LIST}?serials[]=QSIM-EOSP-0001`);
    expect(await read(client, `${LIST}/QSIM-EOSP-0001`)).toEqual([200, listed]);
    for (const path of [
      `${CO_TERM}/inventory/devices/QSIM-EOSP-0001`,
      `${LIST}/QSIM-UNKN-0001`,
      `${LIST}/QSIMEOSP0001`,
    ])
      expect(await read(client, path)).toEqual([404, errors]);
  });
});

describe('GET /organizations/{id}/devices', () => {
  it('lists devices in networks, without license fields', async () => {
    const client = await startClient();
    const rows = await rowsOf(client, `${PER_DEVICE}/devices`);
    expect(serialsOf(rows)).toContain('QSIM-ACTV-0001');
    expect(serialsOf(rows)).not.toContain('QSIM-SHLF-0001');
    expect(rows[0]).toHaveProperty('firmware');
    expect(rows[0]).not.toHaveProperty('licenseExpirationDate');
    expect((await read(client, `${PER_DEVICE}/devices?perPage=5000`))[0]).toBe(200);
  });
});

describe('GET /organizations/{id}/licenses', () => {
  it('lists the licenses of a device', async () => {
    const client = await startClient();
    const licenses = (serial: string) => rowsOf(client, `${PER_DEVICE}/licenses?deviceSerial=${serial}`);
    expect(await licenses('QSIM-ACTV-0001')).toEqual([
      {
        id: expect.any(String),
        licenseType: 'ENT',
        licenseKey: expect.any(String),
        orderNumber: expect.any(String),
        deviceSerial: 'QSIM-ACTV-0001',
        networkId: 'N_700001',
        state: 'active',
        seatCount: null,
        durationInDays: 1095,
        totalDurationInDays: 1095,
        claimDate: '2024-08-14T12:00:00.000000Z',
        activationDate: '2024-08-14T12:00:00.000000Z',
        expirationDate: '2028-08-14T00:00:00Z',
        headLicenseId: null,
        permanentlyQueuedLicenses: [],
      },
    ]);
    expect(await licenses('QSIM-EXPR-0001')).toMatchObject([{ state: 'expiring' }]);
    expect(await licenses('QSIM-EXPD-0001')).toMatchObject([{ state: 'expired' }]);
    const queued = await licenses('QSIM-QUEU-0001');
    expect(queued.map(({ state, expirationDate }) => [state, expirationDate !== null]).sort()).toEqual([
      ['active', true],
      ['recentlyQueued', false],
    ]);
    expect(await licenses('QSIM-NONE-0001')).toEqual([]);
    expect((await rowsOf(client, `${PER_DEVICE}/licenses`)).length).toBeGreaterThan(10);
  });

  it('returns 400 without per-device licensing', async () => {
    const client = await startClient();
    expect((await read(client, `${CO_TERM}/licenses`))[0]).toBe(400);
    expect((await read(client, `${SUBSCRIPTION}/licenses`))[0]).toBe(400);
  });

  it('has an overview in a different format for each licensing model', async () => {
    const client = await startClient();
    const overview = async (organization: string) =>
      (await read(client, `${organization}/licenses/overview`))[1];
    expect(await overview(CO_TERM)).toEqual({
      status: 'OK',
      expirationDate: 'Sep 13, 2027 UTC',
      licensedDeviceCounts: expect.objectContaining({ MR46: expect.any(Number) }),
    });
    expect(await overview(SUBSCRIPTION)).toMatchObject({ expirationDate: 'N/A' });
    expect(await overview(PER_DEVICE)).toEqual({
      states: expect.objectContaining({ recentlyQueued: { count: 1 }, unused: { count: 0 } }),
    });
  });
});

describe('samples and generated devices', () => {
  it('have missing fields, and ends of support', async () => {
    const client = await startClient();
    const row = async (organization: string, serial: string) =>
      (await read(client, `${organization}/inventory/devices/${serial}`))[1];
    expect(await row(CO_TERM, 'QSIM-CTRM-0002')).toHaveProperty('licenseExpirationDate', null);
    expect(await row(PER_DEVICE, 'QSIM-SHLF-0001')).toHaveProperty('networkId', null);
    expect(await row(PER_DEVICE, 'QSIM-EOSP-0001')).toHaveProperty('eox', {
      status: 'endOfSupport',
      endOfSaleAt: '2020-08-14T00:00:00Z',
      endOfSupportAt: '2025-08-14T00:00:00Z',
    });
    const nulls = { name: null, claimedAt: null, licenseExpirationDate: null, countryCode: null, eox: null };
    expect(await row(SUBSCRIPTION, 'QSIM-NULL-0001')).toMatchObject(nulls);
    const few = ['serial', 'model', 'networkId', 'licenseExpirationDate'];
    expect(Object.keys((await row(PER_DEVICE, 'QSIM-FEWF-0001')) as object)).toEqual(few);
  });

  it('are in every open organization, with a single end for the co-term one', async () => {
    const client = await startClient();
    const ends = async (organization: string) =>
      (await rowsOf(client, `${organization}/inventory/devices?serial=Q2SM-FLEE`)).map(
        (row) => row.licenseExpirationDate,
      );
    expect(new Set(await ends(CO_TERM))).toEqual(new Set(['2027-09-13T00:00:00Z']));
    for (const organization of [PER_DEVICE, SUBSCRIPTION])
      expect(new Set(await ends(organization)).size).toBeGreaterThan(10);
  });
});

describe('faults', () => {
  const ONE = `${PER_DEVICE}/inventory/devices?serials[]=QSIM-ACTV-0001`;

  it('ratePerSecond: applies to each organization separately, in real time', async () => {
    const client = await startClient();
    await client.faults({ meraki: { ratePerSecond: 3 } });
    const replies = await Promise.all([1, 2, 3, 4].map(() => call(client, 'meraki', `${MERAKI}${ONE}`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429]);
    const refused = replies.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('1');
    expect(await refused?.json()).toEqual(errors);
    expect((await read(client, `${CO_TERM}/devices`))[0]).toBe(200);
    expect((await read(client, ''))[0]).toBe(200);
    await delay(1010);
    expect((await read(client, ONE))[0]).toBe(200);
    for (const wrong of [0, -1, '5', { times: 1 }])
      expect((await client.faults({ meraki: { ratePerSecond: wrong } })).status).toBe(400);
  });

  it('missingSerials and malformedSerials', async () => {
    const client = await startClient();
    await client.faults({ meraki: { missingSerials: ['QSIM-ACTV-0001'] } });
    expect(await rowsOf(client, ONE)).toEqual([]);
    const one = `${PER_DEVICE}/inventory/devices/QSIM-ACTV-0001`;
    expect((await read(client, one))[0]).toBe(404);
    await client.faults({ meraki: { missingSerials: [], malformedSerials: ['QSIM-ACTV-0001'] } });
    const wrong = { serial: 'QSIM-ACTV-0001', model: null, licenseExpirationDate: { date: 'unavailable' } };
    expect(await rowsOf(client, ONE)).toEqual([wrong]);
    expect(await read(client, one)).toEqual([200, wrong]);
  });

  it('drift: end date under another name, or as a number', async () => {
    const client = await startClient();
    await client.faults({ meraki: { drift: 'renamedField' } });
    expect((await rowsOf(client, ONE))[0]).toHaveProperty('licenseEndDate', '2028-08-14T00:00:00Z');
    expect((await rowsOf(client, ONE))[0]).not.toHaveProperty('licenseExpirationDate');
    await client.faults({ meraki: { drift: 'retypedField' } });
    expect((await rowsOf(client, ONE))[0]).toHaveProperty('licenseExpirationDate', Date.UTC(2028, 7, 14));
    const [, overview] = await read(client, `${SUBSCRIPTION}/licenses/overview`);
    expect(overview).toHaveProperty('expirationDate', 'N/A');
  });
});
