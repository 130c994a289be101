import { useQuery } from '@tanstack/react-query';
import { RequestError } from '@warranty/contracts/core/client';
import { type Progress, readProgress } from '@warranty/contracts/progress';
import { useEffect } from 'react';
import { call } from '../../../lib/api/api.ts';
import { progressKey, scheduleProgressDeletion } from './progress-record.ts';

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
