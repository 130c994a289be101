import type { WarrantyResult } from '@warranty/contracts/warranty';
import { afterEach, describe, expect, it } from 'vitest';
import { type KeyUser, startKeyFixture } from '../../../test/keys.ts';
import { samplesOf } from '../../../test/vendor.ts';

const scene = await startKeyFixture();
afterEach(() => scene.simulator.reset());

type Name = Parameters<KeyUser['saveKeys']>[0];

async function startUserWith(vendor: Name): Promise<KeyUser> {
  const user = await scene.startUser();
  await user.saveKeys(vendor);
  return user;
}

/** Sample cases without a result: the simulator reports an error or ambiguity, or uses a format that we reject. */
const withoutResult = [
  'row-not-authorized',
  'row-failed',
  'optional-fields-absent',
  'no-offers-list',
  'ambiguous',
];

describe("a lookup with the user's own keys", () => {
  it.each<Name>(['Lenovo', 'HP', 'Cisco', 'Meraki', 'Apple'])(
    'returns results for the samples of %s',
    async (vendor) => {
      const user = await startUserWith(vendor);
      const samples = await samplesOf(vendor, scene.simulator);
      expect(samples.length).toBeGreaterThan(10);
      const offered = samples.filter((sample) => !withoutResult.some((name) => sample.case.includes(name)));
      for (const { tag, case: name } of offered.slice(0, 12)) {
        const response = await user.lookup(tag, vendor);
        expect([name, response.statusCode, response.statusCode === 200 ? '' : response.body]).toEqual([
          name,
          200,
          '',
        ]);
        const result = response.json<WarrantyResult>();
        expect(result).toMatchObject({
          manufacturer: vendor,
          coverKind: vendor === 'Meraki' ? 'license' : 'warranty',
          source: { vendor, stale: false },
        });
        for (const line of result.allEntitlements) expect(line.counted).toBe(line.leftOutBecause === null);
      }
    },
  );

  it('never invents a start date for Cisco, and never calls a license hardware', async () => {
    const cisco = await startUserWith('Cisco');
    const covered = (await samplesOf('Cisco', scene.simulator)).find(({ case: name }) => name === 'active');
    expect((await cisco.lookup(covered?.tag ?? '', 'Cisco')).json()).toMatchObject({
      startDate: null,
      status: 'active',
    });
    const meraki = await startUserWith('Meraki');
    const licensed = (await samplesOf('Meraki', scene.simulator)).find(({ case: name }) => name === 'active');
    const result = (await meraki.lookup(licensed?.tag ?? '', 'Meraki')).json<WarrantyResult>();
    expect(result.description).toMatch(/license/);
    expect(result.description).not.toMatch(/hardware|warranty/i);
  });

  it('reports how to distinguish devices with the same serial', async () => {
    const user = await startUserWith('Lenovo');
    const twice = (await samplesOf('Lenovo', scene.simulator)).find(({ case: name }) =>
      name.includes('ambiguous'),
    );
    const response = await user.lookup(twice?.tag ?? '', 'Lenovo');
    expect([response.statusCode, response.json().code]).toEqual([422, 'serial_ambiguous']);
    expect(response.json().error).toContain(`Add the machine type: ${twice?.tag}.`);
  });

  it('reports missing keys, and stops immediately when they are deleted', async () => {
    const user = await startUserWith('Lenovo');
    expect((await user.lookup('PF000001', 'Lenovo')).statusCode).toBe(200);
    await user.call('DELETE', '/lenovo');
    const response = await user.lookup('PF000001', 'Lenovo');
    expect([response.statusCode, response.json()]).toEqual([
      424,
      { code: 'vendor_keys_missing', error: 'Lenovo lookups need API keys. Add yours.' },
    ]);
  });

  it("does not fall back to the server's keys when the user's keys are rejected", async () => {
    const user = await scene.startUser();
    expect((await user.lookup('ABC1234', 'Dell')).statusCode).toBe(200);
    await user.save('dell', 'client_id', 'own-client');
    await user.save('dell', 'client_secret', 'bad-own-secret');
    const before = await scene.dellCalls();
    const refused = await user.lookup('ABC1234', 'Dell');
    expect([refused.statusCode, refused.json().code]).toEqual([424, 'vendor_keys_refused']);
    await user.save('dell', 'client_secret', 'good-own-secret');
    expect((await user.lookup('ABC1234', 'Dell')).statusCode).toBe(200);
    expect((await scene.dellCalls()) - before).toBe(1);
  });

  it('caches answers for the owner of the keys only', async () => {
    const [one, other] = [await startUserWith('Lenovo'), await startUserWith('Lenovo')];
    await one.lookup('PF000777', 'Lenovo');
    await one.lookup('PF000777', 'Lenovo');
    expect((await scene.simulator.counts()).vendors.lenovo.calls).toBe(1);
    await other.lookup('PF000777', 'Lenovo');
    expect((await scene.simulator.counts()).vendors.lenovo.calls).toBe(2);
  });

  it('accepts a Meraki serial without dashes', async () => {
    const user = await startUserWith('Meraki');
    const response = await user.lookup('Q2AB0001WXYZ', 'Meraki');
    expect(response.json()).toMatchObject({ modelNumber: 'Q2AB-0001-WXYZ' });
  });
});
