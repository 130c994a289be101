import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type BulkRun,
  cancelBulkRun,
  listBulkRuns,
  readBulkRun,
  resumeBulkRun,
  retryBulkRun,
} from '@warranty/contracts/bulk-lookup';
import { readBulkReport } from '@warranty/contracts/bulk-results';
import type { CallInput } from '@warranty/contracts/core/endpoint';
import { call } from '../../../lib/api/api.ts';
import { withErrorMessage } from '../../../lib/api/error-text.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { noteRuns } from '../../../shared/lookups/known-runs.ts';
import { establishSession } from '../../../shared/session/session.ts';
import { useDeletedRuns } from './deleted-runs.ts';
import { isFinished, isLive } from './run-state.ts';
import { cancelProgressDeletion, progressKey } from './use-progress.ts';

const all = ['bulk-runs'];
const listKey = [...all, 'list'];
export const runKey = (runId: string) => [...all, runId];

interface RunsOptions {
  enabled?: boolean;
  /** Refetch when the page appears, and every few seconds while a run is in progress. */
  follow?: boolean;
}

const followMs = 5000;

async function readRuns() {
  await establishSession();
  const { runs } = await call(listBulkRuns);
  noteRuns(runs.length > 0);
  return runs;
}

/** All stored runs; refetched after the user's own changes and by Refresh. */
export function useRuns({ enabled = true, follow = false }: RunsOptions = {}) {
  const deleted = useDeletedRuns();
  return useQuery({
    queryKey: listKey,
    enabled,
    select: (runs) => runs.filter(({ id }) => !deleted.has(id)),
    refetchOnMount: follow ? 'always' : true,
    refetchInterval: ({ state }) =>
      follow && Boolean(state.data?.some(({ status }) => isLive(status))) && followMs,
    queryFn: () => withErrorMessage('Failed to load runs.', readRuns()),
  });
}

export function invalidateRuns(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: listKey });
}

/** One run, always refetched when opened because it advances on the server. */
export function useRun(runId: string) {
  return useQuery({
    queryKey: [...runKey(runId), 'run'],
    queryFn: async () => {
      await establishSession();
      return call(readBulkRun, { params: { runId } });
    },
    refetchOnMount: 'always',
  });
}

/** Invalidates the run and all of its loaded data. */
export function invalidateRun(runId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: runKey(runId) });
}

function reportOf(run: BulkRun, rows: 'none' | 'first' | 'all') {
  const read = () => call(readBulkReport, { params: { runId: run.id }, query: { rows } });
  return {
    queryKey: [...runKey(run.id), 'report', rows, run.finishedAt],
    queryFn: () => withErrorMessage('Failed to load the report.', read()),
  };
}

/** The report of a run; available after it has finished. */
export function useReport(run: BulkRun) {
  return useQuery({ ...reportOf(run, 'first'), enabled: isFinished(run.status) });
}

/** Statuses and end dates of a finished run, without comparing rows. */
export function useFleet(run: BulkRun) {
  return useQuery(reportOf(run, 'none'));
}

/** The report over all rows, which takes a while for a large file. */
export function useWholeReport(run: BulkRun) {
  const first = useReport(run);
  const isPartial = first.data !== undefined && first.data.rowsCompared < run.totalRows;
  const all = useQuery({ ...reportOf(run, 'all'), enabled: isPartial });
  return isPartial ? all : first;
}

/** Number of cells that the download changes; null until all rows are compared. */
export function useChangedCells(run: BulkRun): number | null {
  const { data: first } = useReport(run);
  const { data: all } = useQuery({ ...reportOf(run, 'all'), enabled: false });
  const report = first?.rowsCompared === run.totalRows ? first : all;
  return report ? report.columns.reduce((sum, { cells }) => sum + cells, 0) : null;
}

type RetryBody = NonNullable<CallInput<typeof retryBulkRun>['body']>;

/** What the user can do with a run. */
type RunCommand = { name: 'cancel' } | { name: 'resume' } | { name: 'retry'; vendors: readonly string[] };

function send(runId: string, command: RunCommand): Promise<BulkRun> {
  const params = { runId };
  if (command.name === 'cancel')
    return withErrorMessage('Failed to cancel the run.', call(cancelBulkRun, { params }));
  if (command.name === 'resume')
    return withErrorMessage('Failed to resume the run.', call(resumeBulkRun, { params }));
  const vendors = [...command.vendors] as NonNullable<RetryBody['vendors']>;
  return withErrorMessage('Failed to run the rows again.', call(retryBulkRun, { params, body: { vendors } }));
}

/** Cancel, look up rows again or continue. The run in the reply is shown immediately. */
export function useRunCommand(runId: string) {
  return useMutation({
    mutationFn: (command: RunCommand) => send(runId, command),
    onSuccess: (run, { name }) => {
      if (name !== 'cancel') cancelProgressDeletion(runId);
      queryClient.setQueryData([...runKey(runId), 'run'], run);
      if (name === 'resume') queryClient.invalidateQueries({ queryKey: progressKey(runId) });
      invalidateRuns();
    },
    // Another tab may have changed the run, which this one does not read while it is paused.
    onError: () => {
      invalidateRun(runId);
      queryClient.invalidateQueries({ queryKey: progressKey(runId) });
    },
  });
}
