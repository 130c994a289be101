import type { BulkRowDetails } from '@warranty/contracts/bulk-results';
import type { RowResult } from '@warranty/contracts/csv-enrichment';
import { vendorNamed, vendorsWithKeys } from '@warranty/contracts/vendors';
import { type Hardware, noHardware } from '@warranty/contracts/warranty';
import { describe, expect, it } from 'vitest';
import { type BulkUser, mapping, startBulkFixture } from '../../../test/bulk.ts';
import { fastVendors } from '../../../test/keys.ts';

// The same device has the same hardware, whichever endpoint is asked for it.

const devices = 200;
const numbered = (toSerial: (digits: string) => string) =>
  Array.from({ length: devices }, (_, index) => toSerial(String(index).padStart(4, '0')));

/** Serials of the format of each vendor. The simulator makes up a device for nearly all of them. */
const serials: Record<string, string[]> = {
  Dell: numbered((digits) => `H0W${digits}`),
  Lenovo: numbered((digits) => `PF0H${digits}`),
  HP: numbered((digits) => `5CG412${digits}`),
  Cisco: numbered((digits) => `FOC2244${digits}`),
  Meraki: numbered((digits) => `Q2AB-${digits}-WXYZ`),
  Apple: numbered((digits) => `C02XH0W0${digits}`),
};

const scene = await startBulkFixture({ ...fastVendors, REQUESTS_PER_SECOND: '5000' });
const names = vendorsWithKeys.map(({ name }) => name);
/** Each with keys of its own, so that its answers do not come from the cache of the other one. */
const [user, another] = [await scene.startBulkUser(), await scene.startBulkUser()];
for (const each of [user, another]) await each.saveKeys(...names);

type BySerial = Map<string, Hardware>;
const ofRows = (rows: RowResult[]): BySerial =>
  new Map(rows.map(({ modelNumber, hardware }) => [modelNumber, hardware]));

async function enhanced(vendor: string): Promise<{ id: string; found: BySerial }> {
  const reply = await user.send('POST', '/api/warranty/csv-enhanced', {
    csvData: serials[vendor]?.map((Serial) => ({ Serial, Maker: vendor })),
    fieldMapping: mapping,
    vendors: [vendor],
  });
  expect(reply.statusCode).toBe(200);
  const { progressId, warrantyResults } = reply.json();
  return { id: progressId, found: ofRows(warrantyResults) };
}

async function individual(vendor: string, by: BulkUser): Promise<BySerial> {
  const found: BySerial = new Map();
  for (const serial of serials[vendor] ?? []) {
    const reply = await by.lookup(serial, vendor);
    // Devices that share a serial cannot be told apart.
    if (reply.statusCode !== 200) expect(reply.json().code).toBe('serial_ambiguous');
    found.set(serial, reply.statusCode === 200 ? reply.json().hardware : noHardware);
  }
  return found;
}

async function listed(vendor: string, cachedOnly: boolean): Promise<BySerial> {
  const items = serials[vendor]?.map((serialNumber) => ({ serialNumber, manufacturer: vendor }));
  return ofRows((await user.send('POST', '/api/warranty/bulk', { items, cachedOnly })).json());
}

async function details(runId: string, vendor: string): Promise<BySerial> {
  const found: BySerial = new Map();
  for (const [index, serial] of (serials[vendor] ?? []).entries()) {
    const { result }: BulkRowDetails = await user.get(`/api/bulk-runs/${runId}/rows/${index + 1}`);
    found.set(serial, result?.hardware ?? noHardware);
  }
  return found;
}

/** The fields of which at least one device has a value. */
const filledFields = (found: BySerial) =>
  Object.keys(noHardware).filter((field) =>
    [...found.values()].some((hardware) => hardware[field as keyof Hardware] !== null),
  );

describe('hardware', () => {
  it.each(names)(
    'of 200 %s devices is the same in every kind of lookup, field by field',
    { timeout: 60_000 },
    async (vendor) => {
      const { id, found } = await enhanced(vendor);
      // Apple needs a second call for the details of a device. A run saves it, and a lookup then uses the answer of the run.
      const single = await individual(vendor, vendor === 'Apple' ? user : another);
      const known = [...single.values()].filter(({ serviceTag }) => serviceTag !== null);
      expect(known.length).toBeGreaterThan(devices * 0.8);
      expect(found).toEqual(single);
      expect(await details(id, vendor)).toEqual(single);
      expect(await listed(vendor, true)).toEqual(single);
      // The list itself is for Dell only.
      if (vendorNamed(vendor)?.id === 'dell') expect(await listed(vendor, false)).toEqual(single);
    },
  );

  it('of Dell devices has every field, and a description of each device with a product line', async () => {
    const single = await individual('Dell', user);
    expect(filledFields(single)).toEqual(Object.keys(noHardware));
    const undescribed = [...single.values()].filter(({ systemDescription }) => systemDescription === null);
    expect(undescribed.map(({ productLineDescription }) => productLineDescription)).toEqual(
      undescribed.map(() => null),
    );
  });

  it('of Dell devices has the same description in an image lookup', { timeout: 60_000 }, async () => {
    const single = await individual('Dell', user);
    for (const [serialNumber, { systemDescription }] of single) {
      const reply = await user.send('POST', '/api/ocr/warranty-lookup', {
        serialNumber,
        manufacturer: 'Dell',
      });
      const described = reply.json().warrantyInfo?.systemDescription ?? null;
      expect([serialNumber, described]).toEqual([serialNumber, systemDescription]);
    }
  });

  it('of Dell devices is complete in a list of devices without a cached answer', async () => {
    const items = [{ serialNumber: 'H1W0001' }, { serialNumber: 'H1W0002' }];
    const rows: RowResult[] = (await user.send('POST', '/api/warranty/bulk', { items })).json();
    for (const { modelNumber, hardware } of rows)
      expect(hardware).toEqual((await user.lookup(modelNumber, 'Dell')).json().hardware);
  });
});
