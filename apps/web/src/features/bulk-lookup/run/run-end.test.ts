import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { expect, it } from 'vitest';
import { runEnd } from './run-end.ts';

const run = (status: BulkRun['status']) =>
  ({ status, counts: { found: 4812 }, totalRows: 5000, message: 'Dell rejected the keys.' }) as BulkRun;

it('tells the result of a run that is done', () => {
  expect(runEnd('devices.csv', run('completed'))).toEqual({
    title: 'devices.csv is done',
    description: '4,812 of 5,000 rows found.',
    isFailure: false,
  });
  expect(runEnd('devices.csv', run('cancelled'))?.title).toBe('devices.csv was canceled');
});

it.each([
  ['paused', 'devices.csv is paused'],
  ['error', 'devices.csv failed'],
] as const)('tells why a run is %s', (status, title) => {
  expect(runEnd('devices.csv', run(status))).toEqual({
    title,
    description: 'Dell rejected the keys.',
    isFailure: true,
  });
});

it.each(['created', 'loading', 'processing'] as const)('tells nothing while it is %s', (status) => {
  expect(runEnd('devices.csv', run(status))).toBeNull();
});
