import { type ResultSort, type ResultSortKey, resultSortKeys } from '@warranty/contracts/bulk-results';
import { resultFields } from '@warranty/contracts/result-fields';
import type { EndBounds } from '@warranty/domain/end-filter';
import type { RunRef } from '../../../lookups/runs/run.ts';
import type { Pool } from '../../../platform/db/database.ts';
import { prepare } from '../../../platform/db/prepared.ts';
import { rowsWithResults, type ShownRow, shownColumns, shownTypes } from '../intake/rows.store.ts';

const stored = (field: 'startDate' | 'endDate' | 'serviceLevel') =>
  `(s.answer ->> ${resultFields[field].stored})`;

/** Dates are stored as yyyy-mm-dd, which sorts as text. */
const sortValues: Record<ResultSortKey, string> = {
  modelNumber: 'r.serial',
  manufacturer: 'r.manufacturer',
  startDate: stored('startDate'),
  endDate: stored('endDate'),
  serviceLevel: stored('serviceLevel'),
};

/** A join, unlike for a page: all rows are needed. */
const findOrder = (key: ResultSortKey, direction: 'asc' | 'desc') =>
  prepare<{ rows: number[] }>(
    'bulk-rows-sorted',
    { rows: 'json' },
    `select coalesce(json_agg(r.row order by ${sortValues[key]} collate "C" ${direction} nulls last, r.row), '[]') as rows
       from bulk_rows r left join bulk_serials s using (day, run, vendor, serial)
      where r.day = $1 and r.run = $2`,
  );

const orders = Object.fromEntries(
  resultSortKeys.flatMap((key) => [
    [key, findOrder(key, 'asc')],
    [`-${key}`, findOrder(key, 'desc')],
  ]),
) as Record<ResultSort, ReturnType<typeof findOrder>>;

/** Compared as text, which is how dates sort. All serials are read once, instead of one after the other for every row. */
const findEnding = prepare<{ rows: number[] }>(
  'bulk-rows-ending',
  { rows: 'json' },
  `select coalesce(json_agg(r.row order by r.row), '[]') as rows
     from bulk_rows r join bulk_serials s using (day, run, vendor, serial)
    where r.day = $1 and r.run = $2 and ${stored('endDate')} collate "C" between $3 and $4`,
);

const inList = 'r.day = $1 and r.run = $2 and r.row = any($3::int[])';
const findListed = prepare<ShownRow>(
  'bulk-rows-listed',
  shownTypes,
  `select ${shownColumns} from ${rowsWithResults} where ${inList}`,
);
const findListedMatching = prepare<ShownRow>(
  'bulk-rows-listed-matching',
  shownTypes,
  `select ${shownColumns} from ${rowsWithResults} where ${inList} and strpos(lower(r.cells::text), lower($4)) > 0`,
);

export type SortedRowsStore = ReturnType<typeof createSortedRowsStore>;

export function createSortedRowsStore(pool: Pool) {
  return {
    /** The numbers of all rows of a run, in this order. */
    async order({ day, key }: RunRef, sort: ResultSort): Promise<Int32Array> {
      const [found] = await orders[sort](pool, day, key);
      return Int32Array.from(found?.rows ?? []);
    },

    /** The numbers of the rows whose end date is between these, both included, in file order. */
    async ending({ day, key }: RunRef, { from, to }: EndBounds): Promise<Int32Array> {
      const [found] = await findEnding(pool, day, key, from, to);
      return Int32Array.from(found?.rows ?? []);
    },

    /** Of these rows, those that contain the text in any cell, in the given order. */
    async listed({ day, key }: RunRef, numbers: Int32Array, text: string | null): Promise<ShownRow[]> {
      const rows = [...numbers];
      const found = text
        ? await findListedMatching(pool, day, key, rows, text)
        : await findListed(pool, day, key, rows);
      const byNumber = new Map(found.map((row) => [row.row, row]));
      return rows.flatMap((number) => byNumber.get(number) ?? []);
    },
  };
}
