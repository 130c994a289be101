import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Client, startClient } from '../../test/client.ts';
import { call, MERAKI, read as readFrom } from '../../test/vendors.ts';

const PER_DEVICE = '/700001';
const CO_TERM = '/700002';
const SUBSCRIPTION = '/700003';

type Row = Record<string, unknown> & { serial: string };

const read = (client: Client, path: string) => readFrom(client, 'meraki', `${MERAKI}${path}`);

async function rowsOf(client: Client, path: string): Promise<Row[]> {
  return (await read(client, path))[1] as Row[];
}

const errors = { errors: [expect.any(String)] };
const serialsOf = (rows: Row[]) => rows.map(({ serial }) => serial);

it.each([
  [{ authorization: 'Bearer mine' }, 200],
  [{ 'X-Cisco-Meraki-API-Key': 'mine' }, 200],
  [{}, 401],
  [{ authorization: 'mine' }, 401],
  [{ authorization: 'Bearer abadone' }, 401],
  [{ 'X-Cisco-Meraki-API-Key': 'bad' }, 401],
])('the key %j returns %i', async (headers, status) => {
  const { url } = await startClient({ mode: 'demo' });
  const reply = await fetch(`${url}${MERAKI}`, { headers: new Headers(headers) });
  expect(reply.status).toBe(status);
  if (status === 401) expect(await reply.json()).toEqual(errors);
});

const LIST = `${PER_DEVICE}/inventory/devices`;

it('returns pages of an inventory, with the next one in the Link header', async () => {
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

it('lists devices in networks, without license fields', async () => {
  const client = await startClient();
  const rows = await rowsOf(client, `${PER_DEVICE}/devices`);
  expect(serialsOf(rows)).toContain('QSIM-ACTV-0001');
  expect(serialsOf(rows)).not.toContain('QSIM-SHLF-0001');
  expect(rows[0]).toHaveProperty('firmware');
  expect(rows[0]).not.toHaveProperty('licenseExpirationDate');
  expect((await read(client, `${PER_DEVICE}/devices?perPage=5000`))[0]).toBe(200);
});

it('generated devices are in every open organization, with a single end for the co-term one', async () => {
  const client = await startClient();
  const ends = async (organization: string) =>
    (await rowsOf(client, `${organization}/inventory/devices?serial=Q2SM-FLEE`)).map(
      (row) => row.licenseExpirationDate,
    );
  expect(new Set(await ends(CO_TERM))).toEqual(new Set(['2027-09-13T00:00:00Z']));
  for (const organization of [PER_DEVICE, SUBSCRIPTION])
    expect(new Set(await ends(organization)).size).toBeGreaterThan(10);
});

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
