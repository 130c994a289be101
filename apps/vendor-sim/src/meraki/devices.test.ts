import { describe, expect, it } from 'vitest';
import { NOW } from '../../test/client.ts';
import { daysTo, expectListed, expectMix, fourOf, MOMENTS, sampleRow, statusBy } from '../../test/mix.ts';
import { type Device, inventoryRow } from './device.ts';
import { deviceOf } from './devices.ts';
import { SAMPLES } from './samples.ts';

interface Row {
  serial: string;
  licenseExpirationDate: string | null;
  networkId: string | null;
  eox: { status: string | null; endOfSupportAt: string | null } | null;
}

const COUNT = 8000;
const serials = Array.from({ length: COUNT }, (_, index) => `Q2AB-12CD-${fourOf(index)}`);
const devices = serials.flatMap((serial) => deviceOf(serial, 'open', NOW) ?? []);

const rowOf = (device: Device) => inventoryRow(device) as Row;

function statusOf(serial: string, now: number): string {
  const device = deviceOf(serial, 'open', now);
  return statusBy(device && [rowOf(device).licenseExpirationDate], now);
}

function sampled(name: string, now = NOW): Device {
  const device = sampleRow(SAMPLES, name, '', now);
  if (!device) throw new Error(`${name} is not a device`);
  return device;
}

const sampledRow = (name: string, now = NOW) => rowOf(sampled(name, now));

describe('open mode', () => {
  it('has the documented mix', () => {
    expectMix(serials, statusOf);
  });

  it('only knows serials with dashes', () => {
    for (const serial of ['Q2AB12CD3456', 'X2AB-12CD-3456', 'Q2AB-12CD-345'])
      expect(deviceOf(serial, 'open', NOW)).toBeUndefined();
  });

  it('distributes devices over the open organizations, with a single end for the co-term one', () => {
    const byModel = Map.groupBy(devices, ({ organization }) => organization.licensing);
    expect([...byModel.keys()].sort()).toEqual(['co-term', 'per-device', 'subscription']);
    for (const list of byModel.values()) expect(list.length).toBeGreaterThan(COUNT / 10);
    expect(new Set(byModel.get('co-term')?.map(({ licenseEnd }) => licenseEnd)).size).toBe(1);
    expect(devices.every(({ organization }) => organization.isOpen)).toBe(true);
  });

  it('has devices outside of networks, and past and future ends of support', () => {
    const rows = devices.map(rowOf);
    expect(rows.some(({ networkId }) => networkId === null)).toBe(true);
    expect(new Set(rows.map(({ eox }) => eox?.status))).toEqual(new Set([null, 'endOfSale', 'endOfSupport']));
    for (const { eox } of rows)
      if (eox?.status) expect(daysTo(eox.endOfSupportAt) < 0).toBe(eox.status === 'endOfSupport');
  });
});

describe('demo mode', () => {
  it('knows only the listed samples and the whole reserved format', () => {
    expect(deviceOf('QSIM-ACTV-0001', 'demo', NOW)).toBeDefined();
    for (let index = 0; index < 500; index += 1)
      expect(deviceOf(`Q2SM-0000-${fourOf(index)}`, 'demo', NOW)).toBeDefined();
    expect(serials.filter((serial) => deviceOf(serial, 'demo', NOW))).toEqual([]);
  });
});

describe('samples', () => {
  it('have serials in Meraki’s format', () => {
    expectListed(SAMPLES, /^Q[0-9A-Z]{3}-[0-9A-Z]{4}-[0-9A-Z]{4}$/, /^Q2SM/);
    expect(SAMPLES.filter(({ offered }) => offered).map(({ tag }) => tag)).toEqual([
      'QSIM-ACTV-0001',
      'QSIM-EXPR-0001',
      'QSIM-EXPD-0001',
      'QSIM-EOSP-0001',
    ]);
  });

  it.each(MOMENTS)('match their names at %s', (moment) => {
    const now = Date.parse(moment);
    const last = (name: string) => daysTo(sampledRow(name, now).licenseExpirationDate, now);
    expect(last('active')).toBeGreaterThan(700);
    expect([last('expiring'), last('ends-today'), last('expired-yesterday')]).toEqual([10, 0, -1]);
    expect(last('expired-long-ago')).toBeLessThan(-1400);
    expect(daysTo(sampledRow('end-of-support-past', now).eox?.endOfSupportAt, now)).toBeLessThan(-360);
    expect(daysTo(sampledRow('end-of-support-ahead', now).eox?.endOfSupportAt, now)).toBeGreaterThan(1000);
  });

  it('cover every kind of organization', () => {
    const placeOf = (name: string) => {
      const { organization, licenseEnd } = sampled(name);
      return [organization.licensing, organization.isOpen, licenseEnd !== null];
    };
    expect(placeOf('unlicensed')).toEqual(['per-device', true, false]);
    expect(placeOf('co-term')).toEqual(['co-term', true, true]);
    expect(placeOf('co-term-end-in-overview')).toEqual(['co-term', true, false]);
    expect(placeOf('subscription')).toEqual(['subscription', true, true]);
    expect(placeOf('subscription-without-end')).toEqual(['subscription', true, false]);
    expect(placeOf('closed-organization')[1]).toBe(false);
    expect(sampleRow(SAMPLES, 'unknown')).toBeUndefined();
  });

  it('include missing fields', () => {
    expect(sampledRow('not-in-a-network').networkId).toBeNull();
    expect(sampledRow('claim-date-null')).toHaveProperty('claimedAt', null);
    expect(sampledRow('all-optional-null')).toMatchObject({
      name: null,
      orderNumber: null,
      claimedAt: null,
      licenseExpirationDate: null,
      networkId: null,
      countryCode: null,
      eox: null,
    });
    expect(Object.keys(JSON.parse(JSON.stringify(sampledRow('optional-fields-absent'))))).toEqual([
      'serial',
      'model',
      'networkId',
      'licenseExpirationDate',
    ]);
  });
});
