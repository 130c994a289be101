import { describe, expect, it } from 'vitest';
import { type DellLine, now, shapeCases } from './entitlements.cases.ts';
import { serviceCases, stampCases } from './entitlements.more-cases.ts';
import { type EntitlementRow, resolveCoverage } from './entitlements.ts';
import { endDateOf, startDateOf, statusAt } from './warranty-dates.ts';

const toRow = (line: DellLine): EntitlementRow => ({
  type: line.entitlementType ?? null,
  startsAt: line.startDate ?? null,
  endsAt: line.endDate ?? null,
  code: line.serviceLevelCode ?? null,
  level: line.serviceLevelDescription ?? null,
});

describe.each([
  ['shapes', shapeCases],
  ['services', serviceCases],
  ['stamps', stampCases],
])('coverage from replies: %s', (_, cases) => {
  it.each(cases)('$name', (expected) => {
    const cover = resolveCoverage((expected.entitlements ?? []).map(toRow));
    expect({
      start: startDateOf(cover.startsAt),
      end: endDateOf(cover.endsAt),
      status: statusAt(cover.endsAt, now),
      level: cover.level,
      usedAllRows: cover.usedAllRows,
      rows: cover.rows,
    }).toEqual({
      start: expected.start,
      end: expected.end,
      status: expected.status,
      level: expected.level,
      usedAllRows: expected.usedAllRows ?? false,
      rows: expected.leftOut.map((because) => ({ counted: because === null, leftOutBecause: because })),
    });
    if (expected.reason) expect(cover.reason).toBe(expected.reason);
    expect(cover.reason).toMatch(/^[A-Z][^.]*\.(?: \d+ other [^.]*\.)?$/);
  });
});

describe('a reason given by another vendor', () => {
  const row: EntitlementRow = {
    type: null,
    startsAt: null,
    endsAt: '2027-03-06',
    code: null,
    level: 'Onsite',
  };

  it('excludes the line with that reason', () => {
    const cover = resolveCoverage([{ ...row, endsAt: '2029-01-01', notHardware: 'setup support' }, row]);
    expect(cover.endsAt).toBe('2027-03-06');
    expect(cover.rows[0]).toEqual({ counted: false, leftOutBecause: 'It is setup support.' });
    expect(cover.reason).toContain('1 other line was excluded because it is setup support.');
  });

  it('takes precedence over the description, and is ignored if it is blank', () => {
    const [first] = resolveCoverage([{ ...row, level: 'Complete Care', notHardware: 'a part' }, row]).rows;
    expect(first?.leftOutBecause).toBe('It is a part.');
    expect(resolveCoverage([{ ...row, notHardware: ' ' }]).usedAllRows).toBe(false);
  });

  it('keeps timestamps as the vendor wrote them', () => {
    const cover = resolveCoverage([
      { ...row, startsAt: '2024-03-06T06:00:00.5Z', endsAt: '2027-03-07T05:59:59.14Z' },
    ]);
    expect(cover).toMatchObject({ startsAt: '2024-03-06T06:00:00.5Z', endsAt: '2027-03-07T05:59:59.14Z' });
  });
});
