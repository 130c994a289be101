import { describe, expect, it } from 'vitest';
import { type Client, startClient } from '../../test/client.ts';
import { APPLE, call, read as readFrom } from '../../test/vendors.ts';

type Resource = { id: string; attributes: Record<string, unknown> };

interface Page {
  data: Resource[];
  links: { next?: string };
  meta: { paging: { limit: number; nextCursor?: string } };
}

const read = (client: Client, path: string) => readFrom(client, 'apple', `${APPLE}${path}`);

async function coverageOf(client: Client, serial: string): Promise<Resource[]> {
  const [, page] = await read(client, `/${serial}/appleCareCoverage`);
  return (page as Page).data;
}

/** Follows the links from the first page. */
async function allPages(client: Client, path: string): Promise<Page[]> {
  const pages = [(await read(client, path))[1] as Page];
  for (let next = pages[0]?.links.next; next; next = pages.at(-1)?.links.next)
    pages.push((await read(client, next.slice(`${client.url}/v1/orgDevices`.length)))[1] as Page);
  return pages;
}

it('the coverage of a device has pages', async () => {
  const client = await startClient();
  const pages = await allPages(client, '/C02SIMMANYA1/appleCareCoverage?limit=3');
  expect(pages.map(({ data }) => data.length)).toEqual([3, 1]);
  expect(pages.flatMap(({ data }) => data)).toEqual(await coverageOf(client, 'C02SIMMANYA1'));
  expect(pages[0]?.meta.paging).toEqual({ limit: 3, nextCursor: expect.any(String) });
  expect(pages[1]?.meta.paging).toEqual({ limit: 3 });
});

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
