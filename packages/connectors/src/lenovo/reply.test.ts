import { readFileSync } from 'node:fs';
import { resolveCoverage } from '@warranty/domain/entitlements';
import { statusAt } from '@warranty/domain/warranty-dates';
import { expect, it } from 'vitest';
import { replay } from '../../../domain/test/recorded.ts';
import { changed, mainCoverage } from '../../test/rows.ts';
import { readWarrantyReply } from './reply.ts';
import { row as base } from './row.case.ts';

/** The main coverage read from a row, in a list with another row that stays readable. */
function row(candidate: unknown) {
  const named = readWarrantyReply([candidate, { ...base, Serial: 'GOOD1234' }])?.named;
  expect(named?.get('GOOD1234')?.kind).toBe('found');
  return mainCoverage(named?.get('PFSIM001'));
}

const changedRow = (changes: object, without?: string[]) => row(changed(base, changes, without));

const serials = (candidate: unknown) => readWarrantyReply([candidate, { ...base, Serial: 'GOOD1234' }]);

const path = `${import.meta.dirname}/reply.recorded.txt`;
it('reads replies as recorded', () =>
  expect(
    replay(readFileSync(path, 'utf8'), { changedRow, readWarrantyReply, row, serials }),
  ).toMatchFileSnapshot(path));

it('rejects a body that is missing', () => expect(readWarrantyReply(undefined)).toBeNull());

it('counts the last day as covered', () => {
  const answer = readWarrantyReply(base)?.named.get('PFSIM001');
  const { endsAt } = resolveCoverage(answer?.kind === 'found' ? answer.entitlements : []);
  expect(statusAt(endsAt, new Date('2027-01-31T18:00:00Z'))).toBe('expiring');
  expect(statusAt(endsAt, new Date('2027-02-01T00:00:00Z'))).toBe('expired');
});
