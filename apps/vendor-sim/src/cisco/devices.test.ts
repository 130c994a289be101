import { describe, expect, it } from 'vitest';
import { NOW } from '../../test/client.ts';
import { daysTo, expectListed, expectMix, fourOf, MOMENTS, sampleRow, statusBy } from '../../test/mix.ts';
import { deviceRow } from './devices.ts';
import type { CoverageRow, SerialRow } from './row.ts';
import { SAMPLES } from './samples.ts';

const COUNT = 8000;
const serials = Array.from({ length: COUNT }, (_, index) => `FOC2712${fourOf(index)}`);
const rows = serials.map((serial) => deviceRow(serial, 'open', NOW));
const known = rows.flatMap((row) => ('ErrorResponse' in row ? [] : row));

/** Coverage ends with the later of the contract and the warranty. */
function statusOf(row: SerialRow, now: number): string {
  if ('ErrorResponse' in row) return 'unknown';
  return statusBy([row.covered_product_line_end_date, row.warranty_end_date], now);
}

const rowOf = (name: string, now = NOW) => sampleRow(SAMPLES, name, '', now) as CoverageRow;

describe('open mode', () => {
  it('has the documented mix', () => {
    expectMix(serials, (serial, now) => statusOf(deviceRow(serial, 'open', now), now));
  });

  it('only knows serials of eleven characters with a valid week', () => {
    for (const serial of ['FOC27541000', 'FOC27001000', 'FO227121000', 'FOC2712100', 'FOC271210000'])
      expect(deviceRow(serial, 'open', NOW)).toHaveProperty('ErrorResponse');
  });

  it('has both flags, blank contract ends, lifetime types and both formats of errors', () => {
    expect(new Set(known.map((row) => row.is_covered))).toEqual(new Set(['YES', 'NO']));
    const blank = known.filter((row) => row.service_contract_number && !row.covered_product_line_end_date);
    expect(blank.length).toBeGreaterThan(COUNT / 100);
    expect(blank.every((row) => row.is_covered === 'NO')).toBe(true);
    const lifetime = known.filter((row) => row.warranty_type?.includes('LIFE'));
    expect(lifetime.length).toBeGreaterThan(COUNT / 100);
    for (const row of lifetime) expect(daysTo(row.warranty_end_date)).toBeGreaterThan(18_000);
    const forms = rows.flatMap((row) =>
      'ErrorResponse' in row ? [Array.isArray(row.ErrorResponse.APIError)] : [],
    );
    expect(new Set(forms)).toEqual(new Set([true, false]));
  });
});

describe('demo mode', () => {
  it('knows only the listed samples and the whole reserved format', () => {
    expect(deviceRow('SIM2712ACTV', 'demo', NOW)).not.toHaveProperty('ErrorResponse');
    for (let index = 0; index < 500; index += 1)
      expect(deviceRow(`SMP2712${fourOf(index)}`, 'demo', NOW)).not.toHaveProperty('ErrorResponse');
    expect(serials.filter((serial) => !('ErrorResponse' in deviceRow(serial, 'demo', NOW)))).toEqual([]);
    expect(deviceRow('SMP27999999', 'demo', NOW)).toHaveProperty('ErrorResponse');
  });
});

describe('samples', () => {
  it('have serials in Cisco’s format', () => {
    const ordinary = SAMPLES.filter((sample) => sample.case !== 'long-serial');
    expectListed(ordinary, /^[A-Z]{3}\d{4}[0-9A-Z]{4}$/, /^SMP/);
    expect(sampleRow(SAMPLES, 'long-serial').sr_no.length).toBeLessThanOrEqual(40);
    expect(SAMPLES.filter(({ offered }) => offered).map(({ tag }) => tag)).toEqual([
      'SIM2712ACTV',
      'SIM2712EXPR',
      'SIM2712EXPD',
      'SIM2712LIFE',
    ]);
  });

  it.each(MOMENTS)('match their names at %s', (moment) => {
    const now = Date.parse(moment);
    const last = (name: string) => daysTo(rowOf(name, now).covered_product_line_end_date, now);
    expect(last('active')).toBeGreaterThan(700);
    expect([last('expiring'), last('ends-today'), last('expired-yesterday')]).toEqual([10, 0, -1]);
    expect(last('expired-long-ago')).toBeLessThan(-1400);
    expect(rowOf('lifetime', now).warranty_type).toContain('LIFE');
    expect(daysTo(rowOf('lifetime', now).warranty_end_date, now)).toBeGreaterThan(21_000);
  });

  it('cover every order of contract and warranty end', () => {
    const clocks = (name: string) => {
      const row = rowOf(name);
      return [row.is_covered, row.covered_product_line_end_date, row.warranty_end_date];
    };
    expect(clocks('active')).toEqual(['YES', '2028-08-14', '2025-08-14']);
    expect(clocks('warranty-outlives-contract')).toEqual(['NO', '2026-07-05', '2027-08-14']);
    expect(clocks('warranty-without-contract')).toEqual(['NO', '', '2027-08-14']);
    expect(clocks('contract-without-warranty')).toEqual(['YES', '2027-08-14', '']);
    expect(clocks('ended-contract-without-date')).toEqual(['NO', '', '2024-08-14']);
    expect(rowOf('ended-contract-without-date').service_contract_number).toBe('200000001');
    expect(clocks('no-cover')).toEqual(['NO', '', '']);
    expect(rowOf('no-cover').service_contract_number).toBe('');
  });

  it('cover every format of errors and fields', () => {
    const codeOf = (name: string) => {
      const row = sampleRow(SAMPLES, name);
      const error = 'ErrorResponse' in row ? row.ErrorResponse.APIError : [];
      return Array.isArray(error) ? error[0]?.ErrorCode : `object: ${error.ErrorCode}`;
    };
    expect(codeOf('unknown-as-list')).toBe('SIM_NOT_FOUND');
    expect(codeOf('unknown-as-object')).toBe('object: SIM_NOT_FOUND');
    expect(codeOf('row-not-authorized')).toBe('API_NOTAUTHORIZED');
    expect(codeOf('row-failed')).toBe('API_ERROR_01');
    expect(rowOf('empty-product-lists')).toMatchObject({ base_pid_list: [], orderable_pid_list: [] });
    expect(rowOf('part-of-another').parent_sr_no).toBe('SIM2712ACTV');
    expect(Object.keys(rowOf('optional-fields-absent'))).toEqual([
      'sr_no',
      'is_covered',
      'covered_product_line_end_date',
    ]);
  });
});
