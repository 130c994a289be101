import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { replay } from '../../../domain/test/recorded.ts';
import { changed, mainCoverage } from '../../test/rows.ts';
import { readQueryRows } from './reply.ts';
import { row as base, onsite } from './row.case.ts';

const other = { product: { ...base.product, serialNumber: 'GOOD12345' }, offers: [onsite] };

/** The main coverage read from a row, in a list with another row that stays readable. */
function row(candidate: unknown) {
  const rows = readQueryRows([candidate, other]);
  expect(rows?.get('GOOD12345')?.kind).toBe('found');
  return mainCoverage(rows?.get('5CG4120SIM'));
}

const changedRow = (changes: object, without?: string[]) => row(changed(base, changes, without));
const offers = (...list: [object, string[]?][]) =>
  row({ ...base, offers: list.map(([changes, without]) => changed(onsite, changes, without)) });
const serials = (candidate: unknown) => readQueryRows([candidate, other]);

const path = `${import.meta.dirname}/reply.recorded.txt`;
it('reads replies as recorded', () =>
  expect(
    replay(readFileSync(path, 'utf8'), { changedRow, offers, readQueryRows, row, serials }),
  ).toMatchFileSnapshot(path));

it('rejects a body that is missing', () => expect(readQueryRows(undefined)).toBeNull());
