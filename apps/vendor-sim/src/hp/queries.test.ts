import { describe, expect, it } from 'vitest';
import { startClient } from '../../test/client.ts';
import { callHp, HP_QUERIES, HP_TOKEN, tokenFrom } from '../../test/vendors.ts';

type Rows = { sn?: string; product?: { serialNumber?: string }; offers?: unknown }[];

const serialOf = ({ sn, product }: Rows[number]) => product?.serialNumber ?? sn;
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ sn: `5CG412${1000 + index}` }));

async function rowsOf(items: unknown, faults: object = {}): Promise<Rows> {
  const client = await startClient();
  await client.faults({ hp: faults });
  return (await (await callHp(client, items)).json()) as Rows;
}

describe('POST /oauth/v1/token', () => {
  it('returns the lifetime as a string', async () => {
    const { url } = await startClient();
    const body = new URLSearchParams('grant_type=client_credentials&client_id=me&client_secret=mine');
    const reply = await fetch(`${url}${HP_TOKEN}`, { method: 'POST', body });
    expect(await reply.json()).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: '3599',
      scope: 'warranty',
    });
  });

  it('does not accept credentials in the query', async () => {
    const { url } = await startClient();
    const query = 'grant_type=client_credentials&client_id=me&client_secret=mine';
    expect((await fetch(`${url}${HP_TOKEN}?${query}`, { method: 'POST' })).status).toBe(400);
  });

  it('rejects wrong credentials with a fault', async () => {
    const { url } = await startClient();
    const body = new URLSearchParams('grant_type=client_credentials&client_id=me&client_secret=bad');
    const reply = await fetch(`${url}${HP_TOKEN}`, { method: 'POST', body });
    expect([reply.status, await reply.json()]).toEqual([401, { fault: expect.any(Object) }]);
  });

  it('issues tokens for 3599 seconds of the simulator’s clock', async () => {
    const client = await startClient();
    const authorization = `Bearer ${await tokenFrom(client, HP_TOKEN)}`;
    const ask = () =>
      fetch(`${client.url}${HP_QUERIES}`, {
        method: 'POST',
        headers: { authorization },
        body: '[{"sn":"SIM412ACTV"}]',
      });
    await client.control('POST', 'clock', { advanceSeconds: 3598 });
    expect((await ask()).status).toBe(200);
    await client.control('POST', 'clock', { advanceSeconds: 1 });
    const refused = await ask();
    expect([refused.status, await refused.json()]).toEqual([401, { fault: expect.any(Object) }]);
  });
});

describe('POST /productwarranty/v2/queries', () => {
  it('returns a row per item, with only sn for unknown ones', async () => {
    const rows = await rowsOf([{ sn: 'sim412actv' }, { sn: 'SIM412UNKN' }, { sn: 'not one', cc: 'US' }]);
    expect(rows).toHaveLength(3);
    expect(rows).toContainEqual({ sn: 'SIM412UNKN' });
    expect(rows).toContainEqual({ sn: 'NOT ONE' });
    expect(rows).toContainEqual({
      product: {
        serialNumber: 'SIM412ACTV',
        productDescription: 'HP EliteBook 840 14 inch G11 (8C2X9UT)',
        productNumber: '8C2X9UT',
        countryCode: 'US',
      },
      offers: [
        {
          offerDescription: 'Hardware maintenance onsite support',
          offerProductIdentifier: 'SIM151',
          serviceObligationIdentifier: 'SIM-OBL-SIM151',
          serviceObligationTypeCode: 'W',
          serviceObligationLineItemStartDate: '2025-08-14',
          serviceObligationLineItemEndDate: '2028-08-14',
        },
        expect.objectContaining({ serviceObligationLineItemEndDate: '2025-11-12' }),
      ],
    });
  });

  it('accepts 10 items but not 11', async () => {
    const client = await startClient();
    expect(await (await callHp(client, many(10))).json()).toHaveLength(10);
    const reply = await callHp(client, many(11));
    expect([reply.status, await reply.json()]).toEqual([400, { fault: expect.any(Object) }]);
  });

  it.each([
    [{}],
    [[]],
    [['SIM412ACTV']],
    [[{ serial: 'SIM412ACTV' }]],
    [[{ sn: '' }]],
    [[{ sn: 'SIM412ACTV', pn: 7 }]],
    [{ sn: 'SIM412ACTV' }],
  ])('rejects %j', async (items) => {
    const reply = await callHp(await startClient(), items);
    expect([reply.status, await reply.json()]).toEqual([400, { fault: expect.any(Object) }]);
  });

  it('distinguishes devices with the same serial by the product number', async () => {
    const sn = 'SIM412TWIN';
    expect(await rowsOf([{ sn }])).toEqual([{ sn }]);
    expect(await rowsOf([{ sn, pn: 'WRONG01' }])).toEqual([{ sn }]);
    expect(await rowsOf([{ sn, pn: '8c2x9ut#ABA' }])).toMatchObject([
      { product: { productNumber: '8C2X9UT' } },
    ]);
    expect(await rowsOf([{ sn, pn: '4RA8QA' }])).toMatchObject([{ product: { productNumber: '4RA8QA' } }]);
  });

  it('changes the order with each call', async () => {
    const client = await startClient();
    const order = async () => ((await (await callHp(client, many(10))).json()) as Rows).map(serialOf);
    const [first, second] = [await order(), await order()];
    expect(first).not.toEqual(second);
    expect([...first].sort()).toEqual([...second].sort());
  });

  it('returns 404 for other paths and 405 for GET', async () => {
    const { url } = await startClient();
    expect((await fetch(`${url}/productwarranty/v2/jobs`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${url}${HP_QUERIES}`)).status).toBe(405);
  });
});

describe('content faults', () => {
  const items = [{ sn: 'SIM412ACTV' }, { sn: 'SIM412EXPR' }, { sn: 'SIM412EXPD' }];

  it('missingSerials and malformedSerials', async () => {
    const left = await rowsOf(items, { missingSerials: ['sim412expr'] });
    expect(left.map(serialOf).sort()).toEqual(['SIM412ACTV', 'SIM412EXPD']);
    expect(await rowsOf(items, { missingSerials: { every: 2 } })).toHaveLength(2);
    const rows = await rowsOf(items, { malformedSerials: ['SIM412EXPR'] });
    expect(rows).toContainEqual({ product: { serialNumber: 'SIM412EXPR' }, offers: 'unavailable' });
  });

  it('drift: end date under another name, or as a number', async () => {
    const [renamed] = await rowsOf([{ sn: 'SIM412ACTV' }], { drift: 'renamedField' });
    expect(renamed).not.toHaveProperty('offers.0.serviceObligationLineItemEndDate');
    expect(renamed).toHaveProperty('offers.0.serviceObligationEndDate', '2028-08-14');
    const [retyped] = await rowsOf([{ sn: 'SIM412ACTV' }], { drift: 'retypedField' });
    expect(retyped).toHaveProperty('offers.0.serviceObligationLineItemEndDate', Date.UTC(2028, 7, 14));
    const [blank] = await rowsOf([{ sn: 'SIM412NDAT' }], { drift: 'retypedField' });
    expect(blank).toHaveProperty('offers.0.serviceObligationLineItemEndDate', null);
  });

  it('serverErrors and busy: only a message, and Retry-After', async () => {
    const client = await startClient();
    await client.faults({ hp: { serverErrors: { times: 1 } } });
    expect(await (await callHp(client, items)).json()).toEqual({ message: 'An error has occurred.' });
    await client.faults({ hp: { busy: { times: 1, retryAfter: 7 } } });
    expect((await callHp(client, items)).headers.get('retry-after')).toBe('7');
  });
});
