import { describe, expect, it } from 'vitest';
import { NOW } from '../../test/client.ts';
import { daysTo, expectListed, expectMix, fourOf, MOMENTS, sampleRow, statusBy } from '../../test/mix.ts';
import type { CoverageAttributes } from './coverage.ts';
import { type Device, deviceResource } from './device.ts';
import { deviceOf } from './devices.ts';
import { SAMPLES } from './samples.ts';

const COUNT = 8000;
/** Half with a date in them, half random. */
const serials = Array.from({ length: COUNT }, (_, index) =>
  index % 2 === 0 ? `C02XK1${fourOf(index)}LV` : `K7QX2F${fourOf(index)}`,
);
const devices = serials.flatMap((serial) => deviceOf(serial, 'open', NOW) ?? []);
const rows = devices.flatMap(({ coverage }) => coverage.map(({ attributes }) => attributes));

/** The rule for the end, repeated here independently of the code that generates the rows. */
function endOf({ isCanceled, contractCancelDateTime, endDateTime, paymentType }: CoverageAttributes) {
  if (isCanceled) return contractCancelDateTime;
  return paymentType === 'ABE_SUBSCRIPTION' ? '9999-12-31T00:00:00Z' : endDateTime;
}

function statusOf(serial: string, now: number): string {
  const device = deviceOf(serial, 'open', now);
  return statusBy(
    device?.coverage.map(({ attributes }) => endOf(attributes)),
    now,
  );
}

function sampled(name: string, now = NOW): Device {
  const device = sampleRow(SAMPLES, name, '', now);
  if (!device) throw new Error(`${name} is not a device`);
  return device;
}

const listOf = (name: string, now = NOW) => sampled(name, now).coverage.map(({ attributes }) => attributes);
const endsOf = (name: string, now = NOW) => listOf(name, now).map((row) => daysTo(row.endDateTime, now));
const attributesOf = (name: string) =>
  JSON.parse(JSON.stringify(deviceResource(sampled(name), ''))).attributes as Record<string, unknown>;

describe('open mode', () => {
  it('has the documented mix', () => {
    expectMix(serials, statusOf);
  });

  it('only knows serials of ten to twelve characters', () => {
    for (const serial of ['K7QX2F100', 'C02XK1100LVXX', 'C02XK1-100LV'])
      expect(deviceOf(serial, 'open', NOW)).toBeUndefined();
  });

  it('has every kind of plan, with a status that follows from the dates', () => {
    expect(new Set(rows.map(({ paymentType }) => paymentType))).toEqual(
      new Set(['NONE', 'PAID_UP_FRONT', 'SUBSCRIPTION', 'ABE_SUBSCRIPTION']),
    );
    expect(rows.some(({ isCanceled }) => isCanceled)).toBe(true);
    for (const row of rows)
      expect(row.status === 'ACTIVE').toBe(
        daysTo(endOf(row)) >= 0 && daysTo(row.startDateTime) <= 0 && !row.isCanceled,
      );
  });

  it('has canceled plans that would outlive the warranty, and warranties in every position', () => {
    const outlived = devices.filter(({ coverage }) =>
      coverage.some(({ attributes: row }) => row.isCanceled && daysTo(row.endDateTime) > 0),
    );
    expect(outlived.length).toBeGreaterThan(COUNT / 200);
    const positions = devices.map(({ coverage }) =>
      coverage.findIndex(({ attributes: row }) => row.paymentType === 'NONE'),
    );
    expect(new Set(positions)).toEqual(new Set([-1, 0, 1]));
  });

  it('has an agreement number only for AppleCare, as the id of the row', () => {
    for (const { serial, coverage } of devices)
      for (const { id, attributes: row } of coverage) {
        if (row.paymentType === 'NONE') expect([id, row.agreementNumber]).toEqual([serial, null]);
        else if (row.paymentType === 'ABE_SUBSCRIPTION')
          expect([id, row.agreementNumber, row.endDateTime]).toEqual([`abe-${serial}`, null, null]);
        else expect([id, row.agreementNumber]).toEqual([expect.stringMatching(/^\d{10}$/), id]);
      }
  });
});

describe('demo mode', () => {
  it('knows only the listed samples and the whole reserved format', () => {
    expect(deviceOf('C02SIMACTVA1', 'demo', NOW)).toBeDefined();
    for (let index = 0; index < 500; index += 1)
      expect(deviceOf(`SMP0AAAA${fourOf(index)}`, 'demo', NOW)).toBeDefined();
    expect(serials.filter((serial) => deviceOf(serial, 'demo', NOW))).toEqual([]);
    expect(deviceOf('SMP0AAAA100', 'demo', NOW)).toBeUndefined();
  });
});

describe('samples', () => {
  it('have serials in Apple’s two formats', () => {
    expectListed(SAMPLES, /^(?:C02[0-9A-Z]{9}|[0-9A-Z]{10})$/, /^SMP0/);
    expect(SAMPLES.filter(({ offered }) => offered).map(({ tag }) => tag)).toEqual([
      'C02SIMACTVA1',
      'SIMQEXPR10',
      'C02SIMEXPDA1',
      'SIMQCNCL10',
    ]);
  });

  it.each(MOMENTS)('match their names at %s', (moment) => {
    const now = Date.parse(moment);
    const last = (name: string) => Math.max(...endsOf(name, now));
    expect(last('active')).toBeGreaterThan(700);
    expect([last('expiring'), last('ends-today'), last('expired-yesterday')]).toEqual([10, 0, -1]);
    expect(last('expired-long-ago')).toBeLessThan(-1400);
    expect(daysTo(listOf('future-start', now)[0]?.startDateTime, now)).toBe(30);
    expect(last('subscription')).toBe(20);
  });

  it('include canceled plans, before and after the cancellation', () => {
    const canceled = (name: string) =>
      listOf(name).map(({ isCanceled, contractCancelDateTime, status }) => [
        isCanceled,
        contractCancelDateTime && daysTo(contractCancelDateTime),
        status,
      ]);
    expect(canceled('canceled')).toEqual([
      [false, null, 'INACTIVE'],
      [true, -400, 'INACTIVE'],
    ]);
    expect(canceled('canceled-in-warranty')).toEqual([
      [true, -100, 'INACTIVE'],
      [false, null, 'ACTIVE'],
    ]);
    expect(canceled('cancellation-ahead')).toEqual([
      [false, null, 'INACTIVE'],
      [true, 60, 'ACTIVE'],
    ]);
  });

  it('include plans without an end, and devices without plans', () => {
    expect(listOf('subscription-without-end')[0]).toMatchObject({
      status: 'ACTIVE',
      endDateTime: null,
      paymentType: 'ABE_SUBSCRIPTION',
    });
    expect(listOf('all-dates-null').map((row) => [row.startDateTime, row.endDateTime])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(listOf('no-cover')).toEqual([]);
    expect(listOf('many-plans')).toHaveLength(4);
    expect(sampleRow(SAMPLES, 'unknown')).toBeUndefined();
  });

  it('include missing and undocumented fields', () => {
    expect(listOf('all-optional-null')[1]).toEqual({
      description: null,
      status: null,
      startDateTime: null,
      endDateTime: '2027-08-14T00:00:00Z',
      agreementNumber: null,
      paymentType: null,
      isRenewable: null,
      isCanceled: null,
      contractCancelDateTime: null,
    });
    expect(attributesOf('all-optional-null')).toMatchObject({
      serialNumber: 'SIMQNULL10',
      deviceModel: null,
      imei: null,
    });
    expect(JSON.parse(JSON.stringify(listOf('optional-fields-absent')[1]))).toEqual({
      description: 'AppleCare+',
      status: 'ACTIVE',
      endDateTime: '2027-08-14T00:00:00Z',
    });
    expect(attributesOf('optional-fields-absent')).not.toHaveProperty('imei');
    expect(listOf('undocumented-values')[0]).toMatchObject({ status: 'SUSPENDED', paymentType: 'LEASE' });
    expect(attributesOf('added-by-hand')).toMatchObject({
      purchaseSourceType: 'MANUALLY_ADDED',
      orderDateTime: '2026-08-09T00:00:00Z',
      addedToOrgDateTime: '2026-08-09T10:03:35.108Z',
    });
    expect(attributesOf('released').releasedFromOrgDateTime).toBe('2026-08-13T10:03:35.108Z');
  });
});
