import { readFileSync } from 'node:fs';
import { resolveCoverage } from '@warranty/domain/entitlements';
import { endDateOf, startDateOf, statusAt } from '@warranty/domain/warranty-dates';
import { expect, it } from 'vitest';
import { replay } from '../../../domain/test/recorded.ts';
import { readWarrantyReply } from './reply.ts';
import { row as base } from './row.case.ts';

/** The main coverage read from a row, in a list with another row that stays readable. */
function row(candidate: unknown) {
  const named = readWarrantyReply([candidate, { ...base, Serial: 'GOOD1234' }])?.named;
  expect(named?.get('GOOD1234')?.kind).toBe('found');
  const answer = named?.get('PFSIM001');
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

const changedRow = (changes: object, without: string[] = []) =>
  row(
    Object.fromEntries(Object.entries({ ...base, ...changes }).filter(([name]) => !without.includes(name))),
  );

const serials = (candidate: unknown) => readWarrantyReply([candidate, { ...base, Serial: 'GOOD1234' }]);

it('reads replies as recorded', () => {
  const path = `${import.meta.dirname}/reply.recorded.txt`;
  return expect(
    replay(readFileSync(path, 'utf8'), {
      changedRow,
      readWarrantyReply,
      row,
      serials,
    }),
  ).toMatchFileSnapshot(path);
});

it('rejects a body that is missing', () => expect(readWarrantyReply(undefined)).toBeNull());

it('counts the last day as covered', () => {
  const answer = readWarrantyReply(base)?.named.get('PFSIM001');
  const { endsAt } = resolveCoverage(answer?.kind === 'found' ? answer.entitlements : []);
  expect(statusAt(endsAt, new Date('2027-01-31T18:00:00Z'))).toBe('expiring');
  expect(statusAt(endsAt, new Date('2027-02-01T00:00:00Z'))).toBe('expired');
});
