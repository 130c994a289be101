import { deleteProgress } from '@warranty/contracts/bulk-lookup';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query.ts';

export const progressKey = (runId: string) => ['progress', runId];

const shownFor = 5000;
const due = new Map<string, ReturnType<typeof setTimeout>>();

/** Five seconds after a run is over its progress record is deleted, also when another page is open by then. */
export function scheduleProgressDeletion(runId: string): void {
  if (due.has(runId)) return;
  const timer = setTimeout(() => {
    due.delete(runId);
    // Gone already, or out of reach: it hides nothing that anybody needs.
    call(deleteProgress, { params: { progressId: runId } }).catch(() => undefined);
  }, shownFor);
  due.set(runId, timer);
}

/** The run goes on: its record is needed, and what it said last is no longer true. */
export function cancelProgressDeletion(runId: string): void {
  clearTimeout(due.get(runId));
  due.delete(runId);
  queryClient.removeQueries({ queryKey: progressKey(runId) });
}
