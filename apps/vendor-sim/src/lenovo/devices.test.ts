import { describe, expect, it } from 'vitest';
import { NOW } from '../../test/client.ts';
import { daysTo, expectListed, expectMix, fourOf, MOMENTS, sampleRow, statusBy } from '../../test/mix.ts';
import { deviceRow } from './devices.ts';
import type { Machine, WarrantyRow } from './row.ts';
import { SAMPLES } from './samples.ts';

const COUNT = 8000;
const serials = Array.from({ length: COUNT }, (_, index) => `PF0A${fourOf(index)}`);
const rows = serials.map((serial) => deviceRow(serial, 'open', NOW));
const machines = rows.flatMap((row) => ('Code' in row ? [] : row));

/** The rule for the machine's own coverage, repeated here independently of the code that generates the rows. */
function statusOf(row: WarrantyRow, now: number): string {
  if ('Code' in row) return 'unknown';
  const lines = (row.Warranty ?? []).filter((line) => line.Category !== 'COMPONENT');
  const contracts = (row.Contract ?? []).filter(({ Status }) => Status === 'Active');
  return statusBy(
    [...lines, ...contracts].map(({ End }) => End),
    now,
  );
}

const known = (name: string, now = NOW) => sampleRow(SAMPLES, name, '', now) as Machine;
const endsOf = (name: string, now = NOW) =>
  (known(name, now).Warranty ?? []).map(({ End }) => daysTo(End, now));

describe('open mode', () => {
  it('has the documented mix', () => {
    expectMix(serials, (serial, now) => statusOf(deviceRow(serial, 'open', now), now));
  });

  it('only knows serials of seven or eight characters that begin with a letter', () => {
    const isKnown = (serial: string) => !('Code' in deviceRow(serial, 'open', NOW));
    const batch = (form: (four: string) => string) =>
      serials.some((_, index) => isKnown(form(fourOf(index))));
    expect([batch((four) => `R90${four}`), batch((four) => `PF0A${four}`)]).toEqual([true, true]);
    expect([
      batch((four) => `900${four}`),
      batch((four) => `PF${four}`),
      batch((four) => `PF0AB${four}`),
    ]).toEqual([false, false, false]);
  });

  it('has all date formats, types, components, contracts, and unregistered machines', () => {
    const lines = machines.flatMap(({ Warranty = [] }) => Warranty);
    const forms = new Set(lines.map(({ End }) => (End ?? '').replace(/\d/g, '9')));
    expect(forms).toEqual(new Set(['9999-99-99T99:99:99Z', '9999-99-99T99:99:99.999Z', '9999-99-99']));
    expect(new Set(lines.map(({ Type }) => Type))).toEqual(
      new Set(['BASE', 'UPGRADE', 'EXTENDED', 'INSTANT']),
    );
    expect(new Set(lines.map(({ Category }) => Category))).toEqual(
      new Set([undefined, 'MACHINE', 'COMPONENT']),
    );
    const statuses = machines.flatMap(({ Contract = [] }) => Contract.map(({ Status }) => Status));
    expect(new Set(statuses)).toEqual(new Set(['Active', 'Expired', 'Cancelled']));
    expect(machines.some((row) => !('Purchased' in row))).toBe(true);
    const unnamed = rows.filter((row) => 'Code' in row && !row.Serial);
    expect(unnamed.length).toBeGreaterThan(COUNT / 100);
  });
});

describe('demo mode', () => {
  it('knows only the listed samples and the whole reserved format', () => {
    expect(deviceRow('SIMACTV1', 'demo', NOW)).toHaveProperty('Warranty');
    for (let index = 0; index < 500; index += 1)
      expect(deviceRow(`SMP0${fourOf(index)}`, 'demo', NOW)).toHaveProperty('Warranty');
    expect(serials.filter((serial) => !('Code' in deviceRow(serial, 'demo', NOW)))).toEqual([]);
    expect(deviceRow('SMP0000', 'demo', NOW)).toMatchObject({ Code: 100 });
  });
});

describe('samples', () => {
  it('have serials in Lenovo’s format', () => {
    expectListed(SAMPLES, /^[A-Z]{2}[0-9A-Z]{6}$/, /^SMP/);
    expect(SAMPLES.filter(({ offered }) => offered).map(({ tag }) => tag)).toEqual([
      'SIMACTV1',
      'SIMEXPR1',
      'SIMEXPD1',
      'SIMCNTR1',
    ]);
  });

  it.each(MOMENTS)('match their names at %s', (moment) => {
    const now = Date.parse(moment);
    const last = (name: string) => Math.max(...endsOf(name, now));
    expect(last('active')).toBeGreaterThan(700);
    expect([last('expiring'), last('ends-today'), last('expired-yesterday')]).toEqual([10, 0, -1]);
    expect(last('expired-long-ago')).toBeLessThan(-1400);
    expect(known('active', now).InWarranty).toBe(true);
    expect(known('expired-yesterday', now).InWarranty).toBe(false);
  });

  it('include every kind of contract along with expired coverage', () => {
    const contractOf = (name: string) =>
      known(name).Contract?.map(({ Status, End }) => [Status, daysTo(End) > 0]);
    expect(contractOf('contract-active')).toEqual([['Active', true]]);
    expect(contractOf('contract-expired')).toEqual([['Expired', false]]);
    expect(contractOf('contract-cancelled')).toEqual([['Cancelled', true]]);
    expect(endsOf('contract-active')).toEqual([-365]);
    expect(Object.keys(known('contract-active').Contract?.[0] ?? {})).toEqual([
      'Contract',
      'Quantity',
      'ItemNumber',
      'ChargeCode',
      'SLA',
      'EntitlementCode',
      'Status',
      'Start',
      'End',
    ]);
  });

  it('include components along with the machine, and every type', () => {
    const categories = (name: string) => known(name).Warranty?.map(({ Category }) => Category);
    expect(categories('component-outlives-machine')).toEqual(['MACHINE', 'COMPONENT', 'COMPONENT']);
    expect(endsOf('component-outlives-machine')).toEqual([-60, 365, 731]);
    expect(categories('only-components')).toEqual(['COMPONENT', 'COMPONENT']);
    expect(known('all-types').Warranty?.map(({ Type }) => Type)).toEqual([
      'BASE',
      'INSTANT',
      'EXTENDED',
      'UPGRADE',
      'UNKNOWN',
    ]);
  });

  it('include every date format, and missing dates and fields', () => {
    const end = (name: string) => known(name).Warranty?.[0]?.End;
    expect(end('fraction-dates')).toBe('2028-08-14T00:00:00.000Z');
    expect(end('date-only')).toBe('2028-08-14');
    expect(known('date-only').Shipped).toBe('2025-08-14');
    expect(known('some-dates-null').Warranty?.map(({ Start, End }) => [!Start, !End])).toEqual([
      [true, true],
      [false, false],
      [false, true],
    ]);
    expect(known('never-registered')).not.toHaveProperty('Purchased');
    expect(known('empty-warranty')).toMatchObject({ InWarranty: false, Warranty: [] });
    expect(known('no-warranty-list')).not.toHaveProperty('Warranty');
    expect(known('optional-fields-absent')).toEqual({
      Serial: 'SIMFEWF1',
      Warranty: [{ End: '2028-08-14T00:00:00Z' }],
    });
  });
});
