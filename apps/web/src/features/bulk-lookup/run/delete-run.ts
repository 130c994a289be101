import { type BulkRun, deleteBulkRun } from '@warranty/contracts/bulk-lookup';
import { callOnLeave } from '../../../lib/api/api.ts';
import { isNotFound, messageOf, withErrorMessage } from '../../../lib/api/error-text.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { toastWithUndo } from '../../../ui/feedback/undo-toast.ts';
import { hideRun } from './deleted-runs.ts';
import { runName } from './run-state.ts';
import { invalidateRuns, runKey } from './use-runs.ts';

/** Hides the run, and deletes it on the server unless the user takes it back. */
export function deleteRun(run: BulkRun, onUndo: () => void): void {
  const show = hideRun(run.id);
  toastWithUndo({
    title: 'Run deleted',
    description: runName(run),
    undo: () => {
      show();
      onUndo();
    },
    commit: () => sendDeletion(run, show),
  });
}

async function sendDeletion(run: BulkRun, show: () => void): Promise<void> {
  try {
    const reply = callOnLeave(deleteBulkRun, { params: { runId: run.id } });
    await withErrorMessage('Failed to delete the run.', reply);
  } catch (error) {
    // Another tab may have deleted it.
    if (!(error instanceof Error && isNotFound(error))) {
      show();
      toast({ title: messageOf(error), description: runName(run), variant: 'destructive' });
      return;
    }
  }
  queryClient.removeQueries({ queryKey: runKey(run.id) });
  await invalidateRuns();
}
