import { describe, expect, it } from 'vitest';
import { type Client, startClient } from '../../test/client.ts';
import { appleToken, callApple } from '../../test/vendors.ts';

type Resource = { id: string; attributes: Record<string, unknown> };

interface Page {
  data: Resource[];
  links: { self: string; next?: string };
  meta: { paging: { limit: number; nextCursor?: string } };
}

async function read(client: Client, path: string): Promise<[number, unknown]> {
  const reply = await callApple(client, [path]);
  return [reply.status, await reply.json()];
}

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

describe('access', () => {
  it('requires a token, which is valid for an hour of the simulator’s clock', async () => {
    const client = await startClient();
    const { access_token: token } = (await (await appleToken(client)).json()) as { access_token: string };
    const status = async (authorization: string) =>
      (await fetch(`${client.url}/v1/orgDevices/C02SIMACTVA1`, { headers: { authorization } })).status;
    expect(await status(token)).toBe(401);
    await client.control('POST', 'clock', { advanceSeconds: 3599 });
    expect(await status(`Bearer ${token}`)).toBe(200);
    await client.control('POST', 'clock', { advanceSeconds: 1 });
    expect(await status(`Bearer ${token}`)).toBe(401);
  });

  it('has tokens that Dell does not accept', async () => {
    const client = await startClient();
    const { access_token: token } = (await (await appleToken(client)).json()) as { access_token: string };
    expect((await client.get('/assets?servicetags=ACTV123', token)).status).toBe(401);
  });

  it('returns errors in the format of the API', async () => {
    const client = await startClient();
    const after = async (faults: object) => {
      await client.faults({ apple: faults });
      return read(client, '/C02SIMACTVA1');
    };
    expect(await after({ unauthorizedAfter: 0 })).toEqual(errorWith(401, 'NOT_AUTHORIZED'));
    expect(await after({ forbidden: { times: 1 } })).toEqual(errorWith(403, 'FORBIDDEN_ERROR'));
    expect(await after({ serverErrors: { times: 1 } })).toEqual(errorWith(500, 'UNEXPECTED_ERROR'));
    expect(await after({ busy: { times: 1 } })).toEqual(errorWith(429, 'RATE_LIMIT_EXCEEDED'));
    await client.faults({ apple: { busy: { times: 1, retryAfter: 7 } } });
    expect((await callApple(client, [''])).headers.get('retry-after')).toBe('7');
    expect(await read(client, '/C02SIMACTVA1/assignedServer')).toEqual(errorWith(404, 'NOT_FOUND'));
    const post = await fetch(`${client.url}/v1/orgDevices`, { method: 'POST' });
    expect([post.status, await post.json()]).toEqual(errorWith(405, 'METHOD_NOT_ALLOWED'));
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
    for (let call = 0; call < calls; call += 1)
      seen.push(
        await callApple(client, ['/C02SIMACTVA1']).then(
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
