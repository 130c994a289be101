import { useQuery } from '@tanstack/react-query';
import { RequestError } from '@warranty/contracts/core/client';
import { deleteProgress, type Progress, readProgress } from '@warranty/contracts/progress';
import { useEffect } from 'react';
import { call } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query.ts';

export const progressKey = (runId: string) => ['progress', runId];

const shownFor = 5000;
const due = new Map<string, ReturnType<typeof setTimeout>>();

/** Deletes the progress record five seconds after a run has finished, even if the user has left the page. */
function scheduleProgressDeletion(runId: string): void {
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

const everySecond = 1000;
const everyMinute = 60_000;

/** A restarting server will reply again, but a missing record will not reappear. */
function isOver(error: unknown): boolean {
  return error instanceof RequestError && error.status < 500;
}

interface Polling {
  runId: string;
  /** The run advances without user action. */
  live: boolean;
  /** Called when the run is no longer processing or has no record. */
  onStop?: () => void;
}

/** Progress of a run, polled every second while it is processing, and every minute while it waits for the next day. */
export function useProgress({ runId, live, onStop }: Polling) {
  const { data, error, isError } = useQuery({
    queryKey: progressKey(runId),
    queryFn: () => call(readProgress, { params: { progressId: runId } }),
    enabled: live,
    staleTime: 0,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => {
      if (state.status === 'error' && isOver(state.error)) return false;
      if (state.data?.continuesAt) return everyMinute;
      return !state.data || state.data.status === 'processing' ? everySecond : false;
    },
  });
  const progress: Progress | null = data ?? null;
  const isLost = isError && isOver(error);
  const status = progress?.status;
  const stopped = live && (isLost || (status !== undefined && status !== 'processing'));
  useEffect(() => {
    if (!stopped) return;
    if (!isLost && status !== 'paused') scheduleProgressDeletion(runId);
    onStop?.();
  }, [stopped, isLost, status, runId, onStop]);
  return { progress, isLost: live && isLost, isUnreachable: live && isError && !isLost };
}
