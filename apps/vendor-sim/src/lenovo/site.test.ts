import { describe, expect, it } from 'vitest';
import { type Client, startClient } from '../../test/client.ts';

const PATH = '/us/en/api/v4/upsell/redport/getIbaseInfo';

function ask({ url }: Client, body: unknown, path = PATH): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

describe('POST /{country}/{language}/api/v4/upsell/redport/getIbaseInfo', () => {
  it('replies without a key, with dates without times, and base and upgrade warranties separately', async () => {
    const client = await startClient();
    const reply = await ask(client, { serialNumber: 'simactv1', country: 'us', language: 'en' });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({
      code: 0,
      msg: { desc: 'Success' },
      data: {
        machineInfo: { serial: 'SIMACTV1', type: '21HM', shipDate: '2025-08-14' },
        baseWarranties: [{ sdf: 'SIMDEP', category: 'MACHINE', endDate: '2026-08-13', level: 'base' }],
        upgradeWarranties: [{ sdf: 'SIMONS', endDate: '2028-08-14', level: 'upgrade' }],
        oow: false,
      },
    });
    expect(await client.counts()).toHaveProperty('vendors.lenovo.callsBySerial', { SIMACTV1: 1 });
  });

  it('returns 200 for an unknown serial, and if the body has no serialNumber in this exact case', async () => {
    const client = await startClient();
    const codeOf = async (body: unknown) => {
      const reply = await ask(client, body, PATH.replace('/us/en', '/gb/fr'));
      return [reply.status, ((await reply.json()) as { code: number }).code];
    };
    expect(await codeOf({ serialNumber: 'SIMUNKN1' })).toEqual([200, 100]);
    expect(await codeOf({ SerialNumber: 'SIMACTV1' })).toEqual([200, 400]);
    expect(await codeOf(null)).toEqual([200, 400]);
  });

  it('applies the vendor’s faults, and rejects other methods', async () => {
    const client = await startClient();
    await client.faults({ lenovo: { busy: { times: 1, retryAfter: 2 } } });
    const busy = await ask(client, { serialNumber: 'SIMACTV1' });
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '2']);
    expect((await fetch(`${client.url}${PATH}`)).status).toBe(405);
  });
});
