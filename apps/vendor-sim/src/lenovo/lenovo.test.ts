import { expect, it } from 'vitest';
import { startClient } from '../../test/client.ts';
import { VENDOR_CLIENTS } from '../../test/vendors.ts';

it.each([[{}], [{ clientid: '' }], [{ ClientID: 'a bad one' }]])('rejects the client %j', async (headers) => {
  const { url } = await startClient({ mode: 'demo' });
  const answer = await fetch(`${url}/v2.5/warranty?Serial=SIMACTV1`, { headers: new Headers(headers) });
  expect([answer.status, await answer.json()]).toEqual([401, { Message: expect.any(String) }]);
});

it('counts a serial without its machine type, and the call of the support site, which needs no key', async () => {
  const client = await startClient();
  for (const serial of ['SIMTWIN1', 'SIMTWIN1.21HM']) await VENDOR_CLIENTS.lenovo.ask(client, [serial]);
  const site = `${client.url}/us/en/api/v4/upsell/redport/getIbaseInfo`;
  const body = '{"serialNumber":"SIMACTV1"}';
  expect((await fetch(site, { method: 'POST', body })).status).toBe(200);
  expect(await client.counts()).toHaveProperty('vendors.lenovo.callsBySerial', { SIMTWIN1: 2, SIMACTV1: 1 });
});
