import { type BulkResultRow, type ResultSortKey, resultSortKeys } from '@warranty/contracts/bulk-results';
import { describe, expect, it } from 'vitest';
import { startBulkFixture } from '../../../../test/bulk.ts';

// Devices of every kind: repeated, unknown, without coverage or dates, of vendors that are not looked up, and blank.
const known = [
  'ACTV123',
  'EXPR010',
  'EXPD006',
  'NOCOVER',
  'NULLDTS',
  'UNKN404',
  'DIGI001',
  'ENDS005',
  'ACTV123',
];
const samples = Array.from(
  { length: 40 },
  (_, index) => `SMP${String(((index * 7) % 40) + 1).padStart(4, '0')}`,
);
const rowsOfFile = [
  ...known.map((serial) => `${serial},Dell,room 1`),
  ',Dell,room 1',
  'XYZ,Acme,room 2',
  ...samples.map((serial, index) => `${serial},Dell,room ${index % 3}`),
];

const scene = await startBulkFixture();
const user = await scene.startBulkUser();
const { id } = await user.run(`Serial,Maker,Room\n${rowsOfFile.join('\n')}\n`);
const readAll = (query: Record<string, string>) => user.allResults(id, query);

const numbers = (rows: BulkResultRow[]) => rows.map(({ row }) => row);

function sorted(rows: BulkResultRow[], key: ResultSortKey, sign: 1 | -1): BulkResultRow[] {
  return rows.toSorted((a, b) => {
    const [x, y] = [a[key] || null, b[key] || null];
    if (x === y) return a.row - b.row;
    if (x === null || y === null) return x === null ? 1 : -1;
    return (x < y ? -1 : 1) * sign;
  });
}

describe.each(resultSortKeys)('results sorted by %s', (key) => {
  it('are all rows in that order, whatever the size of a page', async () => {
    const inFile = await readAll({});
    expect(inFile).toHaveLength(rowsOfFile.length);
    for (const limit of ['7', '100']) {
      expect(numbers(await readAll({ sort: key, limit }))).toEqual(numbers(sorted(inFile, key, 1)));
      expect(numbers(await readAll({ sort: `-${key}`, limit }))).toEqual(numbers(sorted(inFile, key, -1)));
    }
  });

  it('can be filtered and searched', async () => {
    for (const query of [
      { filter: 'expired' },
      { search: 'room 2' },
      { filter: 'active', search: 'room 1' },
    ]) {
      const inFile = await readAll(query);
      expect(inFile.length).toBeGreaterThan(0);
      const found = await readAll({ ...query, sort: `-${key}`, limit: '3' });
      expect(numbers(found)).toEqual(numbers(sorted(inFile, key, -1)));
    }
  });
});

it('sorted results have the same values, and the cells of the file', async () => {
  const byRow = new Map((await readAll({ columns: '2' })).map((row) => [row.row, row]));
  for (const row of await readAll({ columns: '2', sort: 'endDate' })) expect(row).toEqual(byRow.get(row.row));
});

it('a row that does not exist has none after it', async () => {
  const page = await user.results(id, '?sort=endDate&after=999999');
  expect(page).toEqual({ rows: [], nextAfter: null });
});

it('an unknown field is refused', async () => {
  expect((await user.send('GET', `/api/bulk-runs/${id}/results?sort=error`)).statusCode).toBe(400);
});

it('an unfinished run and a large one cannot be sorted', async () => {
  const created = (await user.create()).id;
  const live = await user.send('GET', `/api/bulk-runs/${created}/results?sort=endDate`);
  expect([live.statusCode, live.json().error]).toEqual([
    409,
    'Only finished runs with up to 100,000 rows can be sorted.',
  ]);
  await scene.query('update bulk_runs set total_rows = 100001 where id = $1', [id]);
  expect((await user.send('GET', `/api/bulk-runs/${id}/results?sort=endDate`)).statusCode).toBe(409);
});
