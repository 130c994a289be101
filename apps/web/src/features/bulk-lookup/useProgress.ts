import { useQuery } from '@tanstack/react-query';
import { type Progress, readProgress } from '@warranty/contracts/bulk-lookup';
import { RequestError } from '@warranty/contracts/client';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { progressKey, scheduleProgressDeletion } from './progress-record.ts';

const everySecond = 1000;

/** A server that restarts answers again; a record that is not there will not come back. */
function isOver(error: unknown): boolean {
  return error instanceof RequestError && error.status < 500;
}

interface Polling {
  runId: string;
  /** Something still happens by itself. */
  live: boolean;
  /** Not processing any more, or no record. */
  onStop?: () => void;
}

/** How far a run has come, asked every second while it is processing. */
export function useProgress({ runId, live, onStop }: Polling) {
  const { data, error, isError } = useQuery({
    queryKey: progressKey(runId),
    queryFn: () => call(readProgress, { params: { progressId: runId } }),
    enabled: live,
    staleTime: 0,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => {
      if (state.status === 'error' && isOver(state.error)) return false;
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
