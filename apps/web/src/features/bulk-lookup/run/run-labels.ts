import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { formatTime } from '../../../lib/format/format-time.ts';
import { findNamesakes, runName } from './run-state.ts';

/** The name of a run, with its time if another one has the same name. */
export function runLabel(run: BulkRun, among: readonly BulkRun[], now: Date): string {
  const name = runName(run);
  return findNamesakes(among).has(name) ? `${name}, ${formatTime(run.createdAt, now)}` : name;
}
