import { readFileSync } from 'node:fs';
import { resolveCoverage } from '@warranty/domain/entitlements';
import { endDateOf, startDateOf } from '@warranty/domain/warranty-dates';
import { expect, it } from 'vitest';
import { replay } from '../../../domain/test/recorded.ts';
import { readQueryRows } from './reply.ts';
import { row as base, onsite } from './row.case.ts';

const other = { product: { ...base.product, serialNumber: 'GOOD12345' }, offers: [onsite] };

/** The main coverage read from a row, in a list with another row that stays readable. */
function row(candidate: unknown) {
  const rows = readQueryRows([candidate, other]);
  expect(rows?.get('GOOD12345')?.kind).toBe('found');
  const answer = rows?.get('5CG4120SIM');
  if (answer?.kind !== 'found') return answer;
  const cover = resolveCoverage(answer.entitlements);
  expect(answer.entitlements.every(({ code }) => code === null)).toBe(true);
  return {
    start: startDateOf(cover.startsAt),
    end: endDateOf(cover.endsAt),
    level: cover.level,
    types: answer.entitlements.map(({ type }) => type),
    leftOut: cover.rows.map(({ leftOutBecause }) => leftOutBecause),
  };
}

const changed = (original: object, changes: object, without: string[] = []) =>
  Object.fromEntries(Object.entries({ ...original, ...changes }).filter(([name]) => !without.includes(name)));
const changedRow = (changes: object, without?: string[]) => row(changed(base, changes, without));
const offers = (...list: [object, string[]?][]) =>
  row({ ...base, offers: list.map(([changes, without]) => changed(onsite, changes, without)) });
const serials = (candidate: unknown) => readQueryRows([candidate, other]);

it('reads replies as recorded', () => {
  const path = `${import.meta.dirname}/reply.recorded.txt`;
  return expect(
    replay(readFileSync(path, 'utf8'), {
      changedRow,
      offers,
      readQueryRows,
      row,
      serials,
    }),
  ).toMatchFileSnapshot(path);
});

it('rejects a body that is missing', () => expect(readQueryRows(undefined)).toBeNull());
