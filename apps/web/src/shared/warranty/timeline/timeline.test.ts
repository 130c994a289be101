import type { Entitlement } from '@warranty/contracts/warranty';
import { describe, expect, it } from 'vitest';
import { headlineEntitlement, layOut } from './timeline.ts';

function cover(
  startDate: string | null,
  endDate: string | null,
  more: Partial<Entitlement> = {},
): Entitlement {
  return {
    entitlementType: 'INITIAL',
    startDate,
    endDate,
    serviceLevelDescription: null,
    provider: null,
    counted: true,
    leftOutBecause: null,
    ...more,
  };
}

const now = new Date('2026-07-02T12:00:00Z');

describe('layOut', () => {
  it('places every bar and today on one axis of whole years', () => {
    const { years, today, bars } = layOut(
      [cover('2025-01-01', '2027-01-01'), cover(null, '2026-01-01')],
      now,
    );
    expect(years.map(({ year }) => year)).toEqual([2025, 2026, 2027]);
    expect(years[0]?.at).toBe(0);
    expect(today).toBeCloseTo(50, 0);
    expect(bars[0]?.from).toBe(0);
    expect(bars[0]?.to).toBeCloseTo(66.76, 2);
    expect(bars[1]).toEqual({ from: 0, to: expect.closeTo(33.42, 2), extendsBeyondAxis: false });
  });

  it('draws coverage through its last day', () => {
    const lastHour = layOut([cover('2026-01-01', '2026-07-02')], new Date('2026-07-02T23:00:00Z'));
    expect(lastHour.bars[0]?.to).toBeGreaterThan(lastHour.today);
  });

  it('draws no bar without an end date, and none backwards', () => {
    const { bars } = layOut([cover('2025-01-01', null), cover('2027-01-01', '2026-01-01')], now);
    expect(bars[0]).toBeNull();
    expect(bars[1]?.from).toBe(bars[1]?.to);
  });

  it('truncates lifetime coverage and labels at most eight years', () => {
    const { years, bars } = layOut([cover('2004-05-01', '9999-12-31')], now);
    expect(bars[0]).toMatchObject({ to: 100, extendsBeyondAxis: true });
    expect(years.length).toBeLessThanOrEqual(8);
    expect(layOut([], now).years).toEqual([{ year: 2026, at: 0 }]);
  });
});

describe('headlineEntitlement', () => {
  const rows = [
    cover('2024-01-01', '2028-01-01', { counted: false }),
    cover('2024-01-01', '2027-01-01', { serviceLevelDescription: 'Basic' }),
    cover('2024-01-01', '2027-01-01', { serviceLevelDescription: 'Pro' }),
  ];
  it('returns the counted row with the headline end date, and prefers its service level', () => {
    expect(headlineEntitlement(rows, '2027-01-01', 'Pro')).toBe(2);
    expect(headlineEntitlement(rows, '2027-01-01', 'Gone')).toBe(1);
    expect(headlineEntitlement(rows, '2028-01-01', null)).toBe(-1);
    expect(headlineEntitlement(rows, null, null)).toBe(-1);
  });
});
