import * as z from 'zod/mini';
import { matches } from '../../../lib/storage/matches.ts';
import { createStoredList } from '../../../lib/storage/stored-list.ts';

const runningRun = z.object({ id: z.string(), name: z.string() });
export type RunningRun = z.output<typeof runningRun>;

const running = createStoredList({ key: 'running-runs', maxItems: 10, isItem: matches(runningRun) });

/** Shows the run on every page until it stops. */
export function followRun({ id, name }: RunningRun): void {
  if (running.current().some((run) => run.id === id)) return;
  running.change([{ id, name }, ...running.current()]);
}

/** True if it was followed: of several tabs, only the first to see the end reports it. */
export function unfollowRun(id: string): boolean {
  const others = running.current().filter((run) => run.id !== id);
  if (others.length === running.current().length) return false;
  running.change(others);
  return true;
}

/** Runs in progress that were opened in this browser, in any tab. */
export const useRunningRuns = (): RunningRun[] => running.useItems();
