import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import type { Progress } from '@warranty/contracts/progress';
import type { OutcomeCounts } from '@warranty/contracts/row-outcome';
import { expect, it } from 'vitest';
import { progressOf, runEnd, runLabel } from './run-state.ts';

const counts: OutcomeCounts = {
  ...{ found: 3, 'not-known': 1, ambiguous: 0, failed: 2, skipped: 1 },
  ...{ 'not-processed': 1, pending: 2 },
};

const run = (over: Partial<BulkRun>): BulkRun => ({
  id: 'a',
  status: 'processing',
  fileName: null,
  format: 'csv',
  keepsWorkbook: false,
  createdAt: '2026-11-14T00:00:00Z',
  finishedAt: null,
  expiresAt: '2026-11-21T00:00:00Z',
  totalRows: 10,
  counts,
  retry: { rows: 3, laterRows: 0, laterAt: null },
  unprocessed: [],
  vendors: ['Dell'],
  message: 'of the run',
  continuesAt: null,
  manufacturerStats: null,
  notices: [],
  noticesCount: 0,
  ...over,
});

const record: Progress = {
  ...{ current: 9, total: 10, message: 'of the record', status: 'processing' },
  ...{ rowsPerSecond: 3, secondsLeft: 1, counts, continuesAt: null },
};

it.each([
  ['processing', 'of the record'],
  ['paused', 'of the record'],
  ['completed', 'of the run'],
  ['cancelled', 'of the run'],
] as const)('the progress of a run that is %s has the message %s', (status, message) =>
  expect(progressOf(run({ status }), record).message).toBe(message),
);

it('the progress without a record counts every row that is not pending', () =>
  expect(progressOf(run({}), null)).toMatchObject({ current: 8, total: 10, secondsLeft: null }));

it('the progress of a run that waits for its file is processing', () =>
  expect(progressOf(run({ status: 'created' }), null).status).toBe('processing'));

const today = new Date(2026, 10, 18, 15, 42);
const runs = [
  run({ fileName: 'fleet.csv', createdAt: new Date(2026, 10, 18, 9, 5).toISOString() }),
  run({ fileName: 'fleet.csv', createdAt: new Date(2026, 10, 16, 14, 30).toISOString() }),
  run({ fileName: 'other.csv' }),
  run({ fileName: null }),
];

it('runs of one file are told apart by their time', () =>
  expect(runs.map((one) => runLabel(one, runs, today))).toEqual([
    'fleet.csv, 09:05',
    'fleet.csv, 14:30 on 16 Nov',
    'other.csv',
    'Uploaded rows',
  ]));

it('tells the result of a run that is done', () => {
  const done = run({ status: 'completed', totalRows: 5000, counts: { ...counts, found: 4812 } });
  expect(runEnd('devices.csv', done)).toEqual({
    title: 'devices.csv is done',
    description: '4,812 of 5,000 rows found.',
    isFailure: false,
  });
  expect(runEnd('devices.csv', run({ status: 'cancelled' }))?.title).toBe('devices.csv was canceled');
});

it.each([
  ['paused', 'devices.csv is paused'],
  ['error', 'devices.csv failed'],
] as const)('tells why a run is %s', (status, title) => {
  expect(runEnd('devices.csv', run({ status }))).toEqual({
    title,
    description: 'of the run',
    isFailure: true,
  });
});

it.each(['created', 'loading', 'processing'] as const)('tells nothing while it is %s', (status) => {
  expect(runEnd('devices.csv', run({ status }))).toBeNull();
});
