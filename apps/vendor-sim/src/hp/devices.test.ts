import { describe, expect, it } from 'vitest';
import { NOW } from '../../test/client.ts';
import { daysTo, expectListed, expectMix, fourOf, MOMENTS, sampleRow, statusBy } from '../../test/mix.ts';
import { deviceRow } from './devices.ts';
import type { Offer, WarrantyRow } from './row.ts';
import { SAMPLES } from './samples.ts';

const COUNT = 8000;
const serials = Array.from({ length: COUNT }, (_, index) => `5CG412${fourOf(index)}`);
const rows = serials.map((serial) => deviceRow(serial, 'open', NOW));
const offers = rows.flatMap((row) => row.offers ?? []);

/** The rule for hardware, repeated here independently of the code that generates the rows. */
const isHardware = ({ offerDescription }: Offer) => !/setup support/i.test(offerDescription ?? '');

function statusOf(row: WarrantyRow, now: number): string {
  const hardware = row.offers?.filter(isHardware);
  return statusBy(row.product && hardware?.map((each) => each.serviceObligationLineItemEndDate), now);
}

const listOf = (name: string, now = NOW) => sampleRow(SAMPLES, name, '', now).offers ?? [];
const endsOf = (name: string, now = NOW) =>
  listOf(name, now).map((each) => daysTo(each.serviceObligationLineItemEndDate, now));

describe('open mode', () => {
  it('has the documented mix', () => {
    expectMix(serials, (serial, now) => statusOf(deviceRow(serial, 'open', now), now));
  });

  it('only knows serials of ten characters', () => {
    expect(deviceRow('5CG412100', 'open', NOW)).toEqual({ sn: '5CG412100' });
    expect(deviceRow('5CG41210000', 'open', NOW)).toEqual({ sn: '5CG41210000' });
  });

  it('has warranties, contracts, setup support that outlives hardware, and nulls', () => {
    expect(new Set(offers.map((each) => each.serviceObligationTypeCode))).toEqual(new Set(['W', 'C']));
    expect(offers.some((each) => each.serviceObligationLineItemEndDate === null)).toBe(true);
    const outlived = rows.filter(
      (row) =>
        statusOf(row, NOW) === 'expired' &&
        statusBy(
          row.offers?.map((each) => each.serviceObligationLineItemEndDate),
          NOW,
        ) === 'active',
    );
    expect(outlived.length).toBeGreaterThan(COUNT / 100);
    for (const field of ['productNumber', 'productDescription', 'countryCode'] as const)
      expect(rows.some(({ product }) => product?.[field] === null)).toBe(true);
  });
});

describe('demo mode', () => {
  it('knows only the listed samples and the whole reserved format', () => {
    expect(deviceRow('SIM412ACTV', 'demo', NOW)).toHaveProperty('product');
    for (let index = 0; index < 500; index += 1)
      expect(deviceRow(`SMP000${fourOf(index)}`, 'demo', NOW)).toHaveProperty('product');
    expect(serials.filter((serial) => deviceRow(serial, 'demo', NOW).product)).toEqual([]);
    expect(deviceRow('SMP000000', 'demo', NOW)).toEqual({ sn: 'SMP000000' });
  });
});

describe('samples', () => {
  it('have serials in HP’s format', () => {
    expectListed(SAMPLES, /^[A-Z]{3}\d{3}[0-9A-Z]{4}$/, /^SMP/);
    expect(SAMPLES.filter(({ offered }) => offered).map(({ tag }) => tag)).toEqual([
      'SIM412ACTV',
      'SIM412EXPR',
      'SIM412EXPD',
      'SIM412CARE',
    ]);
  });

  it.each(MOMENTS)('match their names at %s', (moment) => {
    const now = Date.parse(moment);
    const last = (name: string) => Math.max(...endsOf(name, now));
    expect(last('active')).toBeGreaterThan(700);
    expect([last('expiring'), last('ends-today'), last('expired-yesterday')]).toEqual([10, 0, -1]);
    expect(last('expired-long-ago')).toBeLessThan(-1400);
    expect(daysTo(listOf('future-start', now)[0]?.serviceObligationLineItemStartDate, now)).toBe(30);
  });

  it('have the offer that counts in every position', () => {
    const typesAndEnds = (name: string) =>
      listOf(name).map((each) => [
        each.serviceObligationTypeCode,
        daysTo(each.serviceObligationLineItemEndDate) > 0,
      ]);
    expect(typesAndEnds('contract-outlives-warranty')).toEqual([
      ['W', false],
      ['C', true],
    ]);
    expect(typesAndEnds('warranty-outlives-contract')).toEqual([
      ['W', true],
      ['C', false],
    ]);
    expect(listOf('setup-outlives-hardware').map(isHardware)).toEqual([false, true, false]);
    expect(endsOf('setup-outlives-hardware')).toEqual([731, -60, 1096]);
    expect(listOf('only-setup-support').map(isHardware)).toEqual([false, false]);
  });

  it('include missing dates and fields', () => {
    const ends = (name: string) => listOf(name).map((each) => each.serviceObligationLineItemEndDate === null);
    expect(ends('all-dates-null')).toEqual([true, true]);
    expect(ends('some-dates-null')).toEqual([true, false, false, true]);
    expect(sampleRow(SAMPLES, 'empty-offers').offers).toEqual([]);
    expect(sampleRow(SAMPLES, 'no-offers-list')).not.toHaveProperty('offers');
    expect(sampleRow(SAMPLES, 'null-product-number').product).toHaveProperty('productNumber', null);
    expect(sampleRow(SAMPLES, 'all-optional-null').product).toHaveProperty('productDescription', null);
    expect(sampleRow(SAMPLES, 'optional-fields-absent')).toEqual({
      product: { serialNumber: 'SIM412FEWF' },
      offers: [{ serviceObligationLineItemEndDate: '2028-08-14' }],
    });
    const { sn, product } = sampleRow(SAMPLES, 'serial-at-top-level');
    expect([sn, product?.serialNumber]).toEqual(['SIM412TSNR', undefined]);
  });
});
