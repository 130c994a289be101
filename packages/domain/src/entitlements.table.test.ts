import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { replay } from '../test/recorded.ts';
import { type EntitlementRow, resolveCoverage } from './entitlements.ts';
import { endDateOf, startDateOf, statusAt } from './warranty-dates.ts';

const now = new Date('2026-08-14T12:00:00Z');

/** From lines of Dell's asset-entitlements call: type, start, end, code and description. */
function coverage(...lines: [string | null, string | null, string | null, string | null, string | null][]) {
  const cover = resolveCoverage(
    lines.map(([type, startsAt, endsAt, code, level]) => ({ type, startsAt, endsAt, code, level })),
  );
  expect(cover.reason).toMatch(/^[A-Z][^.]*\.(?: \d+ other [^.]*\.)?$/);
  for (const { counted, leftOutBecause } of cover.rows) expect(counted).toBe(leftOutBecause === null);
  return {
    start: startDateOf(cover.startsAt),
    end: endDateOf(cover.endsAt),
    status: statusAt(cover.endsAt, now),
    level: cover.level,
    usedAllRows: cover.usedAllRows,
    leftOut: cover.rows.map(({ leftOutBecause }) => leftOutBecause),
    reason: cover.reason,
  };
}

const path = `${import.meta.dirname}/entitlements.recorded.txt`;
it('coverage is as recorded', () =>
  expect(replay(readFileSync(path, 'utf8'), { coverage })).toMatchFileSnapshot(path));

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
