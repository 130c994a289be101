import { resolveCoverage } from '@warranty/domain/entitlements';
import { endDateOf, startDateOf } from '@warranty/domain/warranty-dates';
import type { VendorAnswer } from '../src/outcome.ts';

export const changed = (row: object, changes: object, without: string[] = []) =>
  Object.fromEntries(Object.entries({ ...row, ...changes }).filter(([name]) => !without.includes(name)));

/** The main coverage of an answer of a vendor without codes. */
export function mainCoverage(answer: VendorAnswer | undefined) {
  if (answer?.kind !== 'found') return answer;
  const cover = resolveCoverage(answer.entitlements);
  if (answer.entitlements.some(({ code }) => code !== null)) throw new Error('a line has a code');
  return {
    start: startDateOf(cover.startsAt),
    end: endDateOf(cover.endsAt),
    level: cover.level,
    types: answer.entitlements.map(({ type }) => type),
    leftOut: cover.rows.map(({ leftOutBecause }) => leftOutBecause),
  };
}
