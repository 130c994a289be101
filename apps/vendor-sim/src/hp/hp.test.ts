import { describe, expect, it } from 'vitest';
import { startClient } from '../../test/client.ts';
import { call, HP, read } from '../../test/vendors.ts';

type Rows = { sn?: string; product?: { serialNumber?: string }; offers?: unknown }[];

const serialOf = ({ sn, product }: Rows[number]) => product?.serialNumber ?? sn;
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ sn: `5CG412${1000 + index}` }));

async function rowsOf(items: unknown, faults: object = {}): Promise<Rows> {
  const client = await startClient();
  await client.faults({ hp: faults });
  return (await read(client, 'hp', HP, items))[1] as Rows;
}

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

  it('has rows without some fields', async () => {
    expect(await rowsOf([{ sn: 'SIM412NLST' }])).toEqual([{ product: expect.any(Object) }]);
    expect(await rowsOf([{ sn: 'SIM412FEWF' }])).toEqual([
      {
        product: { serialNumber: 'SIM412FEWF' },
        offers: [{ serviceObligationLineItemEndDate: '2028-08-14' }],
      },
    ]);
    const [top] = await rowsOf([{ sn: 'SIM412TSNR' }]);
    expect([top?.sn, top?.product?.serialNumber]).toEqual(['SIM412TSNR', undefined]);
  });

  it.each([
    [{}],
    [[]],
    [['SIM412ACTV']],
    [[{ serial: 'SIM412ACTV' }]],
    [[{ sn: '' }]],
    [[{ sn: 'SIM412ACTV', pn: 7 }]],
    [many(11)],
  ])('rejects %j', async (items) => {
    const reply = await read(await startClient(), 'hp', HP, items);
    expect(reply).toEqual([400, { fault: expect.any(Object) }]);
  });

  it('distinguishes devices with the same serial by the product number', async () => {
    const sn = 'SIM412TWIN';
    expect(await rowsOf([{ sn }])).toEqual([{ sn }]);
    expect(await rowsOf([{ sn, pn: 'WRONG01' }])).toEqual([{ sn }]);
    for (const [pn, productNumber] of [
      ['8c2x9ut#ABA', '8C2X9UT'],
      ['4RA8QA', '4RA8QA'],
    ])
      expect(await rowsOf([{ sn, pn }])).toMatchObject([{ product: { productNumber } }]);
  });

  it('changes the order with each call', async () => {
    const client = await startClient();
    const order = async () => ((await read(client, 'hp', HP, many(10)))[1] as Rows).map(serialOf);
    const [first, second] = [await order(), await order()];
    expect(first).not.toEqual(second);
    expect([...first].sort()).toEqual([...second].sort());
  });

  it('returns 404 for other paths and 405 for GET', async () => {
    const client = await startClient();
    expect((await call(client, 'hp', '/productwarranty/v2/jobs', { body: [] })).status).toBe(404);
    expect((await call(client, 'hp', HP)).status).toBe(405);
  });
});

describe('content faults', () => {
  const items = [{ sn: 'SIM412ACTV' }, { sn: 'SIM412EXPR' }, { sn: 'SIM412EXPD' }];

  it('missingSerials and malformedSerials', async () => {
    const left = await rowsOf(items, { missingSerials: ['sim412expr'] });
    expect(left.map(serialOf).sort()).toEqual(['SIM412ACTV', 'SIM412EXPD']);
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

  it('serverErrors: only a message', async () => {
    expect(await rowsOf(items, { serverErrors: { times: 1 } })).toEqual({
      message: 'An error has occurred.',
    });
  });
});
