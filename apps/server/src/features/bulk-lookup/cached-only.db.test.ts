import { describe, expect, it } from 'vitest';
import { type BulkUser, mapping, serialsFrom, startBulkFixture } from '../../../test/bulk.ts';
import { tokenUser, withToken } from '../../../test/tokens.ts';

const scene = await startBulkFixture({ CACHE_RETENTION_DAYS: '2', LOOKUPS_PER_MINUTE: '1000' });
const [owner, other] = [await scene.startBulkUser(), await scene.startBulkUser()];

const { query } = scene;

/** Whether the user gets a result without a lookup. */
async function isKnownTo(user: BulkUser, serialNumber: string): Promise<boolean> {
  const items = [{ serialNumber, manufacturer: 'Dell' }];
  const reply = await user.send('POST', '/api/warranty/bulk', { items, cachedOnly: true });
  expect(reply.statusCode).toBe(200);
  return reply.json()[0].outcome !== 'pending';
}

const rowsOf = async ({ userId }: BulkUser) =>
  query('select vendor, serial from looked_up_serials where owner = $1 order by serial', [
    await scene.server.ownerOf(userId),
  ]);

const newSerial = serialsFrom('C');

const csvData = (serial: string) => [{ Serial: serial, Maker: 'Dell' }];
const doors: Record<string, (serial: string) => Promise<unknown>> = {
  'an individual lookup': (serial) => owner.lookup(serial, 'Dell'),
  'a list': (serialNumber) => owner.send('POST', '/api/warranty/bulk', { items: [{ serialNumber }] }),
  'a photo': (serialNumber) =>
    owner.send('POST', '/api/ocr/warranty-lookup', { serialNumber, manufacturer: 'Dell' }),
  'a preview': (serial) =>
    owner.send('POST', '/api/warranty/csv-preview', { csvData: csvData(serial), fieldMapping: mapping }),
  'rows as JSON': (serial) =>
    owner.send('POST', '/api/warranty/csv-enhanced', { csvData: csvData(serial), fieldMapping: mapping }),
  'a bulk run': (serial) => owner.run(`Serial,Maker\n${serial},Dell\n`),
  'the vendor dates of a prediction': (serial) =>
    owner.send('POST', '/api/purchase-date/predict-bulk', {
      csvData: [{ serial_number: serial, manufacturer: 'Dell' }],
      useVendorDates: true,
    }),
  'an access token': async (serial) => {
    const { rawToken } = await tokenUser(owner).make();
    const payload = { modelNumber: serial, manufacturer: 'Dell' };
    await scene.server.app.inject(
      withToken(rawToken, { method: 'POST', url: '/api/warranty/lookup', payload }),
    );
  },
};

describe('cachedOnly', { timeout: 60_000 }, () => {
  it.each(Object.keys(doors))(
    'returns to the owner, and to no other user, what was looked up by %s',
    async (door) => {
      const serial = newSerial();
      expect(await isKnownTo(owner, serial)).toBe(false);
      await doors[door]?.(serial);
      expect(await isKnownTo(owner, serial)).toBe(true);
      expect(await isKnownTo(other, serial)).toBe(false);
    },
  );

  it.each(Object.keys(doors))('also if it was another owner who called the vendor: %s', async (door) => {
    const serial = newSerial();
    await other.lookup(serial, 'Dell');
    expect(await isKnownTo(owner, serial)).toBe(false);
    await doors[door]?.(serial);
    expect(await isKnownTo(owner, serial)).toBe(true);
  });

  it('returns nothing for a run in which the device failed', async () => {
    const serial = newSerial();
    await owner.run(`Serial,Maker\n${serial},Dell\n`);
    await query(`update bulk_serials set answer = '["failed"]' where serial = $1`, [serial]);
    expect(await isKnownTo(owner, serial)).toBe(false);
  });
});

describe('the devices that an owner looked up', () => {
  it('are written once, however often they are looked up', async () => {
    const user = await scene.startBulkUser();
    const serial = newSerial();
    await user.lookup(serial, 'Dell');
    expect(await rowsOf(user)).toEqual([{ vendor: 'dell', serial }]);
    await query('delete from looked_up_serials where serial = $1', [serial]);
    await user.lookup(serial, 'Dell');
    expect(await rowsOf(user)).toEqual([]);
  });

  it('are not written for own keys, whose answers are not shared', async () => {
    const user = await scene.startBulkUser();
    await user.save('lenovo', 'api_key', 'own-key');
    expect((await user.lookup('PF000555', 'Lenovo')).statusCode).toBe(200);
    expect(await rowsOf(user)).toEqual([]);
  });

  it('are written for 20 owners at once who look up the same devices', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => scene.startBulkUser()));
    const serials = Array.from({ length: 10 }, newSerial);
    const items = [...serials, ...serials].map((serialNumber) => ({ serialNumber }));
    await Promise.all(
      users.flatMap((user, index) => [
        user.send('POST', '/api/warranty/bulk', { items: index % 2 ? items : items.toReversed() }),
        user.lookup(serials[0] ?? '', 'Dell'),
      ]),
    );
    for (const user of users)
      expect(await rowsOf(user)).toEqual(serials.map((serial) => ({ vendor: 'dell', serial })));
  });
});
