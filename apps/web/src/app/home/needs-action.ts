import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { countFailed } from '@warranty/contracts/row-outcome';
import type { Fleet } from '../../features/bulk-lookup/results/charts/fleet.ts';
import { everyRow, type RowChoice } from '../../features/bulk-lookup/run/row-choice.ts';
import { runName } from '../../features/bulk-lookup/run/run-state.ts';
import { formatCount } from '../../lib/format/format-number.ts';

export interface Action {
  text: string;
  runId: string;
  /** The rows that the text counts. */
  rows: RowChoice;
}

/** Runs that wait for the user. */
export function actionsOfRuns(runs: readonly BulkRun[]): Action[] {
  return runs.flatMap((run) => {
    const action = (what: string) => [{ text: `${runName(run)} ${what}`, runId: run.id, rows: everyRow }];
    if (run.status === 'paused' && run.continuesAt === null) return action('is paused');
    return run.status === 'error' ? action('failed') : [];
  });
}

/** What to do about the devices of a finished run, most urgent first. */
export function actionsOfDevices(
  run: BulkRun,
  name: string,
  { endsWithin }: Pick<Fleet, 'endsWithin'>,
): Action[] {
  const { 30: soon, 90: later } = endsWithin;
  const entry = (count: number, one: string, what: string, rows: Partial<RowChoice>): Action[] => {
    const text = `${formatCount(count, one)} in ${name}: ${what}`;
    return count > 0 ? [{ text, runId: run.id, rows: { ...everyRow, ...rows } }] : [];
  };
  return [
    ...entry(soon, 'device', 'coverage ends within 30 days', { ends: '30' }),
    // The same devices need no second entry.
    ...entry(later > soon ? later : 0, 'device', 'coverage ends within 90 days', { ends: '90' }),
    ...entry(countFailed(run.counts), 'row', 'no result', { filter: 'failed' }),
    ...entry(run.counts['not-processed'], 'row', 'not looked up', { filter: 'not-processed' }),
  ];
}
