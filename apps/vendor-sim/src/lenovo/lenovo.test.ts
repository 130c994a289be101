import { describe, expect, it } from 'vitest';
import { startClient } from '../../test/client.ts';
import { VENDOR_CLIENTS } from '../../test/vendors.ts';

async function reply(serials: string, faults: object = {}): Promise<[number, unknown]> {
  const client = await startClient();
  await client.faults({ lenovo: faults });
  const answer = await VENDOR_CLIENTS.lenovo.ask(client, [serials]);
  return [answer.status, await answer.json()];
}

describe('GET /v2.5/warranty', () => {
  it('returns an object for one serial', async () => {
    expect(await reply('simactv1')).toEqual([
      200,
      {
        Serial: 'SIMACTV1',
        Product: 'LAPTOPS/THINKPAD-T-SERIES/THINKPAD-T14-GEN-4/21HM/21HMSIM100/SIMACTV1',
        InWarranty: true,
        Purchased: '2025-08-28T00:00:00Z',
        Shipped: '2025-08-14T00:00:00Z',
        Country: 'US',
        Warranty: [
          {
            ID: 'SIMDEP',
            Name: 'Depot repair',
            Description: expect.any(String),
            Type: 'BASE',
            Start: '2025-08-14T00:00:00Z',
            End: '2026-08-13T00:00:00Z',
          },
          {
            ID: 'SIMONS',
            Name: 'Onsite repair',
            Description: expect.any(String),
            Type: 'UPGRADE',
            Delivery: 'ON_SITE',
            Category: 'MACHINE',
            Duration: 36,
            Start: '2025-08-14T00:00:00Z',
            End: '2028-08-14T00:00:00Z',
          },
        ],
      },
    ]);
  });

  it('returns a list in request order for several serials, including errors', async () => {
    const [status, rows] = await reply('SIMUNKN1,SIMACTV1,SIMUNKN2,SIMTWIN1');
    expect(status).toBe(200);
    expect(rows).toEqual([
      { Serial: 'SIMUNKN1', Code: 100, Message: expect.any(String) },
      expect.objectContaining({ Serial: 'SIMACTV1' }),
      { Code: 100, Message: expect.any(String) },
      { Serial: 'SIMTWIN1', Code: 101, Message: expect.any(String) },
    ]);
  });

  it('has rows with contracts, and rows without some fields', async () => {
    expect((await reply('SIMCNTR1'))[1]).toMatchObject({
      Contract: [{ Status: 'Active', Start: '2025-08-14T00:00:00Z', End: '2027-08-14T00:00:00Z' }],
    });
    expect((await reply('SIMFRAC1'))[1]).toHaveProperty('Warranty.0.End', '2028-08-14T00:00:00.000Z');
    expect((await reply('SIMDATE1'))[1]).toHaveProperty('Warranty.0.End', '2028-08-14');
    expect((await reply('SIMNDAT1'))[1]).toHaveProperty('Warranty.2.End', null);
    expect(await reply('SIMFEWF1')).toEqual([
      200,
      { Serial: 'SIMFEWF1', Warranty: [{ End: '2028-08-14T00:00:00Z' }] },
    ]);
  });

  it('returns 404 if a single serial is unknown or ambiguous', async () => {
    expect(await reply('SIMUNKN2')).toEqual([404, { Code: 100, Message: expect.any(String) }]);
    expect(await reply('AB')).toMatchObject([404, { Code: 100 }]);
    expect(await reply('SIMTWIN1')).toMatchObject([404, { Code: 101 }]);
  });

  it('accepts a serial with its machine type, and repeats the type', async () => {
    expect(await reply('SIMTWIN1.21hm')).toMatchObject([200, { Serial: 'SIMTWIN1.21HM', InWarranty: true }]);
    expect(await reply('SIMTWIN1.11DT')).toMatchObject([200, { Serial: 'SIMTWIN1.11DT', InWarranty: false }]);
    expect(await reply('SIMTWIN1.20XX')).toMatchObject([404, { Code: 100 }]);
    expect(await reply('SIMACTV1.21HM')).toMatchObject([200, { Serial: 'SIMACTV1.21HM' }]);
    expect(await reply('SIMACTV1.11DT')).toMatchObject([404, { Code: 100 }]);
    const [, generated] = (await reply('SMP00001')) as [number, { Product: string }];
    const machineType = generated.Product.split('/')[3];
    expect(await reply(`SMP00001.${machineType}`)).toMatchObject([200, { Product: generated.Product }]);
    expect(await reply('SMP00001.ZZZZ')).toMatchObject([404, { Code: 100 }]);
  });

  it('accepts the path in any case, and a form by POST', async () => {
    const { url } = await startClient();
    const headers = { ClientID: 'mine' };
    expect((await fetch(`${url}/V2.5/Warranty?Serial=SIMACTV1`, { headers })).status).toBe(200);
    const body = new URLSearchParams({ Serial: 'SIMACTV1,SIMEXPR1' });
    const rows = await (await fetch(`${url}/v2.5/warranty`, { method: 'POST', headers, body })).json();
    expect(rows).toMatchObject([{ Serial: 'SIMACTV1' }, { Serial: 'SIMEXPR1' }]);
  });

  it.each([[{}], [{ clientid: '' }], [{ ClientID: 'a bad one' }]])(
    'rejects the client %j',
    async (headers) => {
      const { url } = await startClient({ mode: 'demo' });
      const answer = await fetch(`${url}/v2.5/warranty?Serial=SIMACTV1`, { headers: new Headers(headers) });
      expect([answer.status, await answer.json()]).toEqual([401, { Message: expect.any(String) }]);
    },
  );

  it('rejects a call without serials, other paths and other methods', async () => {
    const { url } = await startClient();
    const headers = { ClientID: 'mine' };
    for (const query of ['', '?Serial=', '?Serial=,', '?serial=SIMACTV1'])
      expect((await fetch(`${url}/v2.5/warranty${query}`, { headers })).status).toBe(400);
    expect((await fetch(`${url}/v2.5/warranties`, { headers })).status).toBe(404);
    expect((await fetch(`${url}/v2.5/warranty`, { headers, method: 'DELETE' })).status).toBe(405);
  });

  it('counts a serial without its machine type', async () => {
    const client = await startClient();
    await VENDOR_CLIENTS.lenovo.ask(client, ['SIMTWIN1']);
    await VENDOR_CLIENTS.lenovo.ask(client, ['SIMTWIN1.21HM']);
    expect(await client.counts()).toHaveProperty('vendors.lenovo.callsBySerial', { SIMTWIN1: 2 });
  });
});

describe('content faults', () => {
  it('missingSerials and malformedSerials', async () => {
    const three = 'SIMACTV1,SIMEXPR1,SIMEXPD1';
    expect(await reply(three, { missingSerials: ['simexpr1'] })).toMatchObject([
      200,
      [{ Serial: 'SIMACTV1' }, { Serial: 'SIMEXPD1' }],
    ]);
    const [, rows] = await reply(three, { malformedSerials: { every: 3 } });
    expect(rows).toContainEqual({ Serial: 'SIMEXPD1', Warranty: 'unavailable' });
    expect((await reply('SIMACTV1', { missingSerials: ['SIMACTV1'] }))[0]).toBe(404);
  });

  it('drift: end date under another name, or as a number', async () => {
    const [, renamed] = await reply('SIMCNTR1', { drift: 'renamedField' });
    expect(renamed).toMatchObject({ Warranty: [{ EndDate: '2025-08-14T00:00:00Z' }] });
    expect(renamed).not.toHaveProperty('Warranty.0.End');
    expect(renamed).not.toHaveProperty('Contract.0.End');
    const [, retyped] = await reply('SIMCNTR1', { drift: 'retypedField' });
    expect(retyped).toHaveProperty('Contract.0.End', Date.UTC(2027, 7, 14));
  });
});
