import { describe, expect, it } from 'vitest';
import type { ShownRow } from '../intake/rows.store.ts';
import type { RunRow } from '../runs/run.ts';
import { createResultsReader, type ResultsDeps, type ResultsQuery } from './results.ts';

const totalRows = 1_000_000;
const run = { key: '1', day: '2026-11-15', totalRows } as RunRow;
const sharer = { owner: 'owner', client: { key: '192.0.2.1' } };
const query: ResultsQuery = {
  ...{ after: 0, limit: 100, filter: null, ends: null },
  ...{ search: 'needle', sort: null, columns: [] },
};

const rowAt = (row: number): ShownRow => ({
  ...{ row, line: row + 1, vendor: 'Dell', serial: `B${row}`, manufacturer: 'Dell' },
  ...{ outcome: null, reason: null, answer: null },
});

const runs: ResultsDeps['runs'] = { source: async () => null };
const sortedRows: ResultsDeps['sortedRows'] = {
  order: async () => new Int32Array(),
  ending: async () => new Int32Array(),
  listed: async () => [],
};

interface Haystack {
  /** The matching rows. */
  matches?: number[];
  /** The duration of a statement by the number of rows it scans. */
  msFor?: (among: number) => number;
  /** The size of a row. */
  rowBytes?: number;
}

function readerOf({ matches = [], msFor = () => 0, rowBytes = 100 }: Haystack = {}) {
  let now = 0;
  const windows: number[] = [];
  const rows: ResultsDeps['rows'] = {
    shown: async (_, after, limit) => Array.from({ length: limit }, (_, index) => rowAt(after + index + 1)),
    async matching(_, after, among) {
      windows.push(among);
      now += msFor(among);
      return matches.filter((row) => row > after && row <= after + among).map(rowAt);
    },
    async cells(_, numbers) {
      windows.push(numbers.length);
      now += msFor(numbers.length);
      return new Map(
        numbers.map((row) => [row, { bytes: rowBytes, byPosition: { 0: `B${row}`, 2: `note ${row}` } }]),
      );
    },
  };
  const batches = { notKnownSeconds: 3600 };
  const read = createResultsReader({ rows, sortedRows, runs, batches, clock: () => now });
  return { read: (more: Partial<ResultsQuery> = {}) => read(sharer, run, { ...query, ...more }), windows };
}

describe('a search', () => {
  it('scans at most 20,000 rows plus one window, and returns where it stopped', async () => {
    const { read, windows } = readerOf();
    const { rows, nextAfter } = await read();
    const looked = windows.reduce((sum, among) => sum + among, 0);
    expect(rows).toEqual([]);
    expect(nextAfter).toBe(looked);
    expect(looked).toBeGreaterThanOrEqual(20_000);
    expect(looked).toBeLessThanOrEqual(21_000);
    expect(Math.max(...windows)).toBeLessThanOrEqual(1000);
  });

  it('finds every match once, in order, across pages', async () => {
    const matches = [1, 2, 19_999, 20_000, 20_001, 555_555, totalRows];
    const { read } = readerOf({ matches });
    const found: number[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page: Awaited<ReturnType<typeof read>> = await read({ after, limit: 2 });
      found.push(...page.rows.map(({ row }) => row));
      after = page.nextAfter;
    }
    expect(found).toEqual(matches);
  });

  it('stops early if rows are large, and uses smaller windows', async () => {
    const { read, windows } = readerOf({ msFor: (among) => among * 5 });
    const { nextAfter } = await read();
    expect(nextAfter).toBeLessThan(200);
    expect(Math.max(...windows)).toBeLessThanOrEqual(64);
  });

  it('stops after 150 ms once a thousand rows were scanned', async () => {
    const { read, windows } = readerOf({ msFor: () => 20 });
    await read({ after: 0 });
    expect(windows.length * 20).toBeLessThanOrEqual(520);
    const quick = readerOf({ msFor: (among) => (among < 1000 ? 1 : 20) });
    await quick.read();
    expect(quick.windows.filter((among) => among === 1000).length).toBeLessThanOrEqual(8);
  });
});

describe('a page with cells of the file', () => {
  const all = { search: null, columns: [2, 0, 7] };

  it('lists them in the order of the columns, blank where a row is shorter', async () => {
    const { rows } = await readerOf().read({ ...all, limit: 2 });
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['note 1', 'B1', ''],
      ['note 2', 'B2', ''],
    ]);
  });

  it('has at most a hundred rows, and continues after them', async () => {
    const { rows, nextAfter } = await readerOf().read({ ...all, limit: 1000 });
    expect([rows.length, nextAfter]).toEqual([100, 100]);
    expect(rows.every(({ cells }) => cells?.length === 3)).toBe(true);
  });

  it('lists the remaining rows without cells if they are large', async () => {
    const { read, windows } = readerOf({ rowBytes: 300_000 });
    const { rows } = await read(all);
    expect(windows).toEqual([4, 16]);
    expect(rows.map(({ cells }) => cells !== undefined).lastIndexOf(true)).toBe(19);
    expect(rows).toHaveLength(100);
  });

  it('lists all cells of ordinary rows, however busy the database is', async () => {
    const { rows } = await readerOf({ msFor: () => 5000 }).read(all);
    expect(rows.filter(({ cells }) => cells)).toHaveLength(100);
  });
});

it('many concurrent searches run in order, two at a time, and are rejected if there are too many', async () => {
  let running = 0;
  let most = 0;
  const pending: (() => void)[] = [];
  const rows: ResultsDeps['rows'] = {
    shown: async () => [],
    cells: async () => new Map(),
    async matching() {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => pending.push(resolve));
      running -= 1;
      return [];
    },
  };
  const read = createResultsReader({ rows, sortedRows, runs, batches: { notKnownSeconds: 3600 } });
  const small = { ...run, totalRows: 10 };
  const ended: number[] = [];
  const searches = Array.from({ length: 43 }, (_, index) =>
    read(sharer, small, query).then(
      () => ended.push(index),
      (error: Error & { code?: string }) => error,
    ),
  );
  await expect(searches[42]).resolves.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 3 });
  while (ended.length < 42) {
    pending.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(most).toBe(2);
  expect(ended).toEqual(Array.from({ length: 42 }, (_, index) => index));
});
