import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { describe, expect, it } from 'vitest';
import { actionsOfDevices, actionsOfRuns } from './needs-action.ts';

const counts = {
  found: 9,
  'not-known': 2,
  ambiguous: 0,
  failed: 1,
  skipped: 4,
  'not-processed': 5,
  pending: 0,
};
const run = { id: 'r1', fileName: 'fleet.csv', status: 'completed', continuesAt: null, counts } as BulkRun;
const noneEnd = { 30: 0, 60: 0, 90: 0, 180: 0 };

describe('what needs action', () => {
  it('are the devices of a run that end soon, and rows without a result', () =>
    expect(
      actionsOfDevices(run, 'fleet.csv', { endsWithin: { ...noneEnd, 30: 1, 60: 3, 90: 3, 180: 7 } }),
    ).toEqual([
      {
        text: '1 device in fleet.csv: coverage ends within 30 days',
        runId: 'r1',
        rows: { filter: null, ends: '30' },
      },
      {
        text: '3 devices in fleet.csv: coverage ends within 90 days',
        runId: 'r1',
        rows: { filter: null, ends: '90' },
      },
      { text: '3 rows in fleet.csv: no result', runId: 'r1', rows: { filter: 'failed', ends: null } },
      {
        text: '5 rows in fleet.csv: not looked up',
        runId: 'r1',
        rows: { filter: 'not-processed', ends: null },
      },
    ]));

  it('does not name the same devices twice', () => {
    const actions = actionsOfDevices(run, 'fleet.csv', { endsWithin: { ...noneEnd, 30: 2, 60: 2, 90: 2 } });
    expect(actions.map(({ rows }) => rows.ends)).toEqual(['30', null, null]);
  });

  it('are paused and failed runs, but not those that continue by themselves', () => {
    const paused: BulkRun = { ...run, id: 'r2', status: 'paused' };
    const waiting: BulkRun = { ...paused, id: 'r3', continuesAt: '2026-11-19T00:00:00Z' };
    const actions = actionsOfRuns([run, paused, waiting, { ...run, id: 'r4', status: 'error' }]);
    expect(actions.map(({ text, runId }) => [runId, text])).toEqual([
      ['r2', 'fleet.csv is paused'],
      ['r4', 'fleet.csv failed'],
    ]);
  });
});
