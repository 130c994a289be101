import { describe, expect, it } from 'vitest';
import { type Client, startClient } from '../../test/client.ts';
import { APPLE, call, read as readFrom } from '../../test/vendors.ts';

type Resource = { id: string; attributes: Record<string, unknown> };

interface Page {
  data: Resource[];
  links: { self: string; next?: string };
  meta: { paging: { limit: number; nextCursor?: string } };
}

const read = (client: Client, path: string) => readFrom(client, 'apple', `${APPLE}${path}`);

async function coverageOf(client: Client, serial: string): Promise<Resource[]> {
  const [, page] = await read(client, `/${serial}/appleCareCoverage`);
  return (page as Page).data;
}

const errorWith = (status: number, code: string) => [
  status,
  {
    errors: [
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: String(status),
        code,
        title: expect.any(String),
        detail: expect.any(String),
      },
    ],
  },
];

/** Follows the links from the first page. */
async function allPages(client: Client, path: string): Promise<Page[]> {
  const pages = [(await read(client, path))[1] as Page];
  for (let next = pages[0]?.links.next; next; next = pages.at(-1)?.links.next)
    pages.push((await read(client, next.slice(`${client.url}/v1/orgDevices`.length)))[1] as Page);
  return pages;
}

describe('GET /v1/orgDevices/{id}', () => {
  it('returns a device by its serial, in any case', async () => {
    const client = await startClient();
    const self = `${client.url}/v1/orgDevices/SIMQEXPR10`;
    expect(await read(client, '/simqexpr10')).toEqual([
      200,
      {
        data: {
          type: 'orgDevices',
          id: 'SIMQEXPR10',
          attributes: {
            serialNumber: 'SIMQEXPR10',
            addedToOrgDateTime: '2025-08-25T10:03:35.108Z',
            updatedDateTime: '2025-08-25T10:03:35.108Z',
            releasedFromOrgDateTime: null,
            deviceModel: 'iPad Air 11-inch (M2)',
            productFamily: 'iPad',
            productType: 'iPad14,9',
            deviceCapacity: '128GB',
            partNumber: 'SIM128LL/A',
            orderNumber: 'SIMEXPR10',
            color: 'BLUE',
            status: 'ASSIGNED',
            orderDateTime: '2025-08-24T00:00:00Z',
            imei: [expect.stringMatching(/^35\d{13}$/), expect.stringMatching(/^35\d{13}$/)],
            meid: [expect.stringMatching(/^35\d{12}$/)],
            eid: expect.stringMatching(/^\d{32}$/),
            wifiMacAddress: null,
            bluetoothMacAddress: null,
            ethernetMacAddress: [],
            purchaseSourceId: '7000001',
            purchaseSourceType: 'RESELLER',
          },
          relationships: {
            assignedServer: {
              links: { self: `${self}/relationships/assignedServer`, related: `${self}/assignedServer` },
            },
            appleCareCoverage: { links: { related: `${self}/appleCareCoverage` } },
          },
          links: { self },
        },
        links: { self: `${client.url}/v1/orgDevices/simqexpr10` },
      },
    ]);
  });

  it('returns addresses for a Mac', async () => {
    const [, reply] = await read(await startClient(), '/C02SIMACTVA1');
    const mac = expect.stringMatching(/^02:00(:[0-9a-f]{2}){4}$/);
    expect((reply as { data: Resource }).data.attributes).toMatchObject({
      imei: [],
      wifiMacAddress: mac,
      ethernetMacAddress: [mac],
    });
  });
});

describe('GET /v1/orgDevices/{id}/appleCareCoverage', () => {
  it('returns every plan of a device', async () => {
    const client = await startClient();
    expect(await read(client, '/C02SIMACTVA1/appleCareCoverage')).toEqual([
      200,
      {
        data: [
          {
            type: 'appleCareCoverage',
            id: 'C02SIMACTVA1',
            attributes: {
              description: 'Limited Warranty',
              status: 'ACTIVE',
              startDateTime: '2025-09-13T00:00:00Z',
              endDateTime: '2026-09-12T00:00:00Z',
              agreementNumber: null,
              paymentType: 'NONE',
              isRenewable: false,
              isCanceled: false,
              contractCancelDateTime: null,
            },
          },
          {
            type: 'appleCareCoverage',
            id: expect.stringMatching(/^\d{10}$/),
            attributes: {
              description: 'AppleCare+',
              status: 'ACTIVE',
              startDateTime: '2025-09-13T00:00:00Z',
              endDateTime: '2028-08-14T00:00:00Z',
              agreementNumber: expect.stringMatching(/^\d{10}$/),
              paymentType: 'PAID_UP_FRONT',
              isRenewable: false,
              isCanceled: false,
              contractCancelDateTime: null,
            },
          },
        ],
        links: { self: `${client.url}/v1/orgDevices/C02SIMACTVA1/appleCareCoverage` },
        meta: { paging: { limit: 100 } },
      },
    ]);
  });

  it('returns an empty list without coverage, and 404 for devices of others', async () => {
    const client = await startClient();
    expect(await coverageOf(client, 'SIMQNONE10')).toEqual([]);
    for (const path of ['/SIMQUNKN10', '/SIMQUNKN10/appleCareCoverage', '/NOTHING', '/A,B'])
      expect(await read(client, path)).toEqual(errorWith(404, 'NOT_FOUND'));
  });

  it('returns pages', async () => {
    const client = await startClient();
    const pages = await allPages(client, '/C02SIMMANYA1/appleCareCoverage?limit=3');
    expect(pages.map(({ data }) => data.length)).toEqual([3, 1]);
    expect(pages.flatMap(({ data }) => data)).toEqual(await coverageOf(client, 'C02SIMMANYA1'));
    expect(pages[0]?.meta.paging).toEqual({ limit: 3, nextCursor: expect.any(String) });
    expect(pages[1]?.meta.paging).toEqual({ limit: 3 });
  });
});

describe('GET /v1/orgDevices', () => {
  it('lists the samples and a fleet in pages', async () => {
    const client = await startClient({ mode: 'demo' });
    const pages = await allPages(client, '?limit=20');
    const serials = pages.flatMap(({ data }) => data.map(({ id }) => id));
    expect(serials).toEqual([...new Set(serials)].sort());
    expect(serials).toContain('C02SIMACTVA1');
    expect(serials).toContain('SMP0FLEE0060');
    expect(serials).not.toContain('SIMQUNKN10');
    expect(pages.slice(0, -1).every(({ data }) => data.length === 20)).toBe(true);
    expect(pages.at(-1)?.links).not.toHaveProperty('next');
    const [, whole] = await read(client, '?limit=1000');
    expect((whole as Page).data.map(({ id }) => id)).toEqual(serials);
  });

  it.each(['?limit=0', '?limit=1001', '?limit=x', '?limit=', '?cursor=x', '?cursor=OTk5OQ'])(
    'rejects %s',
    async (query) => {
      expect(await read(await startClient(), query)).toEqual(errorWith(400, 'PARAMETER_ERROR.INVALID'));
    },
  );
});

describe('errors', () => {
  it('are in the format of the API', async () => {
    const client = await startClient();
    const after = async (faults: object) => {
      await client.faults({ apple: faults });
      return read(client, '/C02SIMACTVA1');
    };
    expect(await after({ unauthorizedAfter: 0 })).toEqual(errorWith(401, 'NOT_AUTHORIZED'));
    expect(await after({ forbidden: { times: 1 } })).toEqual(errorWith(403, 'FORBIDDEN_ERROR'));
    expect(await after({ serverErrors: { times: 1 } })).toEqual(errorWith(500, 'UNEXPECTED_ERROR'));
    expect(await after({ busy: { times: 1 } })).toEqual(errorWith(429, 'RATE_LIMIT_EXCEEDED'));
    expect(await read(client, '/C02SIMACTVA1/assignedServer')).toEqual(errorWith(404, 'NOT_FOUND'));
    expect(await readFrom(client, 'apple', APPLE, {})).toEqual(errorWith(405, 'METHOD_NOT_ALLOWED'));
  });
});

describe('samples', () => {
  const rowsOf = async (serial: string) =>
    (await coverageOf(await startClient(), serial)).map(({ attributes }) => attributes);

  it('include canceled plans, before and after the cancellation, and plans without an end', async () => {
    expect(await rowsOf('SIMQCNCL10')).toMatchObject([
      { isCanceled: false, status: 'INACTIVE' },
      { isCanceled: true, contractCancelDateTime: '2025-07-10T00:00:00Z', status: 'INACTIVE' },
    ]);
    expect((await rowsOf('SIMQCNAH10'))[1]).toMatchObject({ isCanceled: true, status: 'ACTIVE' });
    const business = { paymentType: 'ABE_SUBSCRIPTION', endDateTime: null, agreementNumber: null };
    expect((await rowsOf('SIMQBSNS10'))[0]).toMatchObject({ ...business, status: 'ACTIVE' });
  });

  it('include missing and undocumented fields', async () => {
    const client = await startClient();
    const attributesOf = async (serial: string) =>
      ((await read(client, `/${serial}`))[1] as { data: Resource }).data.attributes;
    const nulls = (await rowsOf('SIMQNULL10'))[1] ?? {};
    expect(Object.entries(nulls).filter(([, value]) => value !== null)).toEqual([
      ['endDateTime', '2027-08-14T00:00:00Z'],
    ]);
    expect(await attributesOf('SIMQNULL10')).toMatchObject({ deviceModel: null, imei: null });
    const few = { description: 'AppleCare+', status: 'ACTIVE', endDateTime: '2027-08-14T00:00:00Z' };
    expect((await rowsOf('SIMQFEWF10'))[1]).toEqual(few);
    expect(await attributesOf('SIMQFEWF10')).not.toHaveProperty('imei');
    expect((await rowsOf('SIMQNEWV10'))[0]).toMatchObject({ status: 'SUSPENDED', paymentType: 'LEASE' });
    expect(await attributesOf('SIMQMANL10')).toMatchObject({
      purchaseSourceType: 'MANUALLY_ADDED',
      orderDateTime: '2026-08-09T00:00:00Z',
      addedToOrgDateTime: '2026-08-09T10:03:35.108Z',
    });
    const { releasedFromOrgDateTime } = await attributesOf('SIMQRLSD10');
    expect(releasedFromOrgDateTime).toBe('2026-08-13T10:03:35.108Z');
  });
});

describe('content faults', () => {
  it('missingSerials and malformedSerials', async () => {
    const client = await startClient();
    await client.faults({ apple: { missingSerials: ['simqexpr10'], malformedSerials: ['C02SIMACTVA1'] } });
    expect((await read(client, '/SIMQEXPR10/appleCareCoverage'))[0]).toBe(404);
    const [, page] = await read(client, '?limit=1000');
    expect((page as Page).data.map(({ id }) => id)).not.toContain('SIMQEXPR10');
    const broken = { id: 'C02SIMACTVA1', attributes: 'unavailable' };
    expect(await coverageOf(client, 'C02SIMACTVA1')).toEqual([{ type: 'appleCareCoverage', ...broken }]);
    expect(await read(client, '/C02SIMACTVA1')).toMatchObject([200, { data: broken }]);
  });

  it('drift: end date under another name, or as a number', async () => {
    const client = await startClient();
    const attributes = async () => (await coverageOf(client, 'SIMQEXPR10'))[0]?.attributes;
    await client.faults({ apple: { drift: 'renamedField' } });
    expect(await attributes()).not.toHaveProperty('endDateTime');
    expect(await attributes()).toHaveProperty('coverageEndDateTime', '2026-08-24T00:00:00Z');
    await client.faults({ apple: { drift: 'retypedField' } });
    expect(await attributes()).toHaveProperty('endDateTime', Date.UTC(2026, 7, 24));
  });
});

describe('transientShare', () => {
  async function outcomes(client: Client, calls: number): Promise<(number | string)[]> {
    const seen: (number | string)[] = [];
    for (let index = 0; index < calls; index += 1)
      seen.push(
        await call(client, 'apple', `${APPLE}/C02SIMACTVA1`).then(
          ({ status }) => status,
          (error: Error) => (error.cause as { code: string }).code,
        ),
      );
    return seen;
  }

  it('fails the share of calls, evenly spread, and not as aborted ones', async () => {
    const client = await startClient();
    await client.faults({ apple: { transientShare: 0.15 } });
    const seen = await outcomes(client, 40);
    expect(seen.flatMap((outcome, index) => (outcome === 200 ? [] : [[index + 1, outcome]]))).toEqual([
      [7, 'ECONNRESET'],
      [14, 503],
      [20, 500],
      [27, 'ECONNRESET'],
      [34, 503],
      [40, 500],
    ]);
    expect((await client.counts()).aborted).toBe(0);
    await client.faults({ apple: { transientShare: 1 } });
    expect(await outcomes(client, 3)).not.toContain(200);
  });

  it.each([0, 1.1, '0.15'])('rejects %j', async (transientShare) => {
    expect((await (await startClient()).faults({ apple: { transientShare } })).status).toBe(400);
  });
});
