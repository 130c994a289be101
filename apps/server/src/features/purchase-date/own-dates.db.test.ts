import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import type { predictBulk, predictSingle } from '@warranty/contracts/purchase-date';
import { describe, expect, it } from 'vitest';
import { type BulkUser, serialsFrom, startBulkFixture } from '../../../test/bulk.ts';

const scene = await startBulkFixture({ PREDICTIONS_PER_MINUTE: '1000', LOOKUPS_PER_MINUTE: '1000' });
const [owner, other] = [await scene.startBulkUser(), await scene.startBulkUser()];

type Bulk = ReplyOf<typeof predictBulk>;
type Single = ReplyOf<typeof predictSingle>;

const newSerial = serialsFrom('D');

async function predict(user: BulkUser, serialNumber: string, useVendorDates = false): Promise<Bulk> {
  const csvData = [{ serialNumber: serialNumber.toLowerCase(), manufacturer: 'Dell Inc.' }];
  const reply = await user.send('POST', '/api/purchase-date/predict-bulk', { csvData, useVendorDates });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

const doors: Record<string, (serial: string) => Promise<unknown>> = {
  'an individual lookup': (serial) => owner.lookup(serial, 'Dell'),
  'a list, or the devices of a scan': (serialNumber) =>
    owner.send('POST', '/api/warranty/bulk', { items: [{ serialNumber }] }),
  'a photo': (serialNumber) =>
    owner.send('POST', '/api/ocr/warranty-lookup', { serialNumber, manufacturer: 'Dell' }),
  'a bulk run': (serial) => owner.run(`Serial,Maker\n${serial},Dell\n`),
};

describe('dates from own lookups', { timeout: 60_000 }, () => {
  it.each(Object.keys(doors))(
    'are used and named for the owner, and for no other user, after %s',
    async (door) => {
      const serial = newSerial();
      expect((await predict(owner, serial)).ownDates).toBeNull();
      await doors[door]?.(serial);
      const calls = await scene.simulator.counts();
      const { predictions, ownDates, vendorDates } = await predict(owner, serial);
      const { shipDate } = (await owner.lookup(serial, 'Dell')).json().hardware;
      expect(ownDates).toEqual({
        found: 1,
        sentence: 'The date of one device comes from your own lookups.',
      });
      expect(vendorDates).toBeNull();
      expect(predictions[0]).toMatchObject({ predictedPurchaseDate: shipDate, method: 'exact_match' });
      expect(predictions[0]?.explanation).toMatch(/^Your own lookups say that Dell shipped it on /);
      const others = await predict(other, serial);
      expect(others.ownDates).toBeNull();
      expect(others.predictions[0]?.evidence.map(({ kind }) => kind)).not.toContain('own-lookup');
      expect(await scene.simulator.counts()).toEqual(calls);
    },
  );

  it('are used for a description', async () => {
    const serial = newSerial();
    await owner.lookup(serial, 'Dell');
    const body = { assetDescription: `Dell Latitude 5420, serial ${serial}` };
    const single = async (user: BulkUser) =>
      (await user.send('POST', '/api/purchase-date/single', body)).json<Single>();
    expect((await single(owner)).prediction.explanation).toContain('Your own lookups say that Dell shipped');
    expect((await single(owner)).ownDates?.found).toBe(1);
    expect((await single(other)).ownDates).toBeNull();
    expect((await single(other)).prediction.explanation).not.toContain('lookups');
  });

  it('leave only other devices to the vendors', async () => {
    const [known, unknown] = [newSerial(), newSerial()];
    await owner.lookup(known, 'Dell');
    const csvData = [known, unknown].map((serialNumber) => ({ serialNumber, manufacturer: 'Dell' }));
    const body = { csvData, useVendorDates: true };
    const reply = await owner.send('POST', '/api/purchase-date/predict-bulk', body);
    const { predictions, ownDates, vendorDates } = reply.json<Bulk>();
    expect(ownDates?.found).toBe(1);
    expect(vendorDates).toMatchObject({ asked: 1, found: 1 });
    expect(predictions.map(({ evidence }) => evidence[0]?.kind)).toEqual(['own-lookup', 'vendor-date']);
    expect(await predict(owner, known, true)).toMatchObject({ ownDates: { found: 1 }, vendorDates: null });
  });

  it('are not the start of a license', async () => {
    const user = await scene.startBulkUser();
    await user.save('meraki', 'api_key', 'own-key');
    const serial = 'Q2XX-AAAA-0001';
    const found = (await user.lookup(serial, 'Meraki')).json();
    expect(found.coverKind).toBe('license');
    const csvData = [{ serialNumber: serial, manufacturer: 'Meraki' }];
    const reply = await user.send('POST', '/api/purchase-date/predict-bulk', { csvData });
    expect(reply.json<Bulk>().ownDates).toBeNull();
  });

  it('go with the owner, also those of own keys', async () => {
    const user = await scene.startBulkUser();
    await user.save('lenovo', 'api_key', 'own-key');
    const serial = 'PF000777';
    expect((await user.lookup(serial, 'Lenovo')).statusCode).toBe(200);
    const body = { csvData: [{ serialNumber: serial, manufacturer: 'Lenovo' }] };
    const predicted = async (by: BulkUser) =>
      (await by.send('POST', '/api/purchase-date/predict-bulk', body)).json<Bulk>();
    expect((await predicted(user)).ownDates?.found).toBe(1);
    await other.save('lenovo', 'api_key', 'own-key');
    expect((await predicted(other)).ownDates).toBeNull();
  });
});
