import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { expect, it } from 'vitest';
import { runLabel } from './run-labels.ts';

const run = (id: string, fileName: string | null, at: Date) =>
  ({ id, fileName, createdAt: at.toISOString() }) as BulkRun;
const today = new Date(2026, 10, 18, 15, 42);
const runs = [
  run('1', 'fleet.csv', new Date(2026, 10, 18, 9, 5)),
  run('2', 'fleet.csv', new Date(2026, 10, 16, 14, 30)),
  run('3', 'other.csv', today),
  run('4', null, today),
];

it('runs of one file are told apart by their time', () =>
  expect(runs.map((one) => runLabel(one, runs, today))).toEqual([
    'fleet.csv, 09:05',
    'fleet.csv, 14:30 on 16 Nov',
    'other.csv',
    'Uploaded rows',
  ]));
