import { deleteProgress } from '@warranty/contracts/progress';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query.ts';

export const progressKey = (runId: string) => ['progress', runId];

const shownFor = 5000;
const due = new Map<string, ReturnType<typeof setTimeout>>();

/** Deletes the progress record five seconds after a run has finished, even if the user has left the page. */
export function scheduleProgressDeletion(runId: string): void {
  if (due.has(runId)) return;
  const timer = setTimeout(() => {
    due.delete(runId);
    // Already deleted or unreachable: a leftover record does no harm.
    call(deleteProgress, { params: { progressId: runId } }).catch(() => undefined);
  }, shownFor);
  due.set(runId, timer);
}

/** The run continues, so its record is needed and the cached progress is outdated. */
export function cancelProgressDeletion(runId: string): void {
  clearTimeout(due.get(runId));
  due.delete(runId);
  queryClient.removeQueries({ queryKey: progressKey(runId) });
}
