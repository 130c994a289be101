import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type BulkRun,
  cancelBulkRun,
  deleteBulkRun,
  listBulkRuns,
  readBulkReport,
  readBulkRun,
  resumeBulkRun,
  retryBulkRun,
} from '@warranty/contracts/bulk-lookup';
import { call } from '../../lib/api.ts';
import { withErrorMessage } from '../../lib/error-text.ts';
import { queryClient } from '../../lib/query.ts';
import { establishSession } from '../../lib/session.ts';
import { cancelProgressDeletion } from './progress-record.ts';
import { isFinished } from './run-state.ts';

const all = ['bulk-runs'];
const listKey = [...all, 'list'];
export const runKey = (runId: string) => [...all, runId];

/** The runs of the last seven days; read again by the user's own changes and by Refresh. */
export function useRuns() {
  return useQuery({
    queryKey: listKey,
    queryFn: async () => {
      await establishSession();
      return (await withErrorMessage('The runs could not be read.', call(listBulkRuns))).runs;
    },
  });
}

export function invalidateRuns(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: listKey });
}

/** One run. Always asked for when it is opened: it goes on without us. */
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

/** The run and everything that was read of it. */
export function invalidateRun(runId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: runKey(runId) });
}

type ComparedRows = 'first' | 'all';
const reportKey = (run: BulkRun, rows: ComparedRows) => [...runKey(run.id), 'report', rows, run.finishedAt];

function reportOf(run: BulkRun, rows: ComparedRows) {
  const read = () => call(readBulkReport, { params: { runId: run.id }, query: { rows } });
  return {
    queryKey: reportKey(run, rows),
    queryFn: () => withErrorMessage('The report could not be read.', read()),
  };
}

/** What was found as a whole; there is one when the run is over. */
export function useReport(run: BulkRun) {
  return useQuery({ ...reportOf(run, 'first'), enabled: isFinished(run.status) });
}

/** The same with all rows compared, which takes a while in a large file. */
export function useWholeReport(run: BulkRun) {
  const first = useReport(run);
  const isPartial = first.data !== undefined && first.data.rowsCompared < run.totalRows;
  const all = useQuery({ ...reportOf(run, 'all'), enabled: isPartial });
  return isPartial ? all : first;
}

/** Cells that the download changes; null until all rows were compared. */
export function useChangedCells(run: BulkRun): number | null {
  const { data: first } = useReport(run);
  const { data: all } = useQuery({ ...reportOf(run, 'all'), enabled: false });
  const report = first?.rowsCompared === run.totalRows ? first : all;
  return report ? report.columns.reduce((sum, { cells }) => sum + cells, 0) : null;
}

const commands = { cancel: cancelBulkRun, retry: retryBulkRun, resume: resumeBulkRun };
export type RunCommand = keyof typeof commands;

const failures: Record<RunCommand, string> = {
  cancel: 'The run could not be cancelled.',
  retry: 'The failed rows could not be tried again.',
  resume: 'The run could not be resumed.',
};

/** Stop, try the failures again, go on. The run that is answered is shown at once. */
export function useRunCommand(runId: string) {
  return useMutation({
    mutationFn: (command: RunCommand) =>
      withErrorMessage(failures[command], call(commands[command], { params: { runId } })),
    onSuccess: (run, command) => {
      if (command !== 'cancel') cancelProgressDeletion(runId);
      queryClient.setQueryData([...runKey(runId), 'run'], run);
      invalidateRuns();
    },
  });
}

export async function removeRun(runId: string): Promise<void> {
  await withErrorMessage('The run could not be deleted.', call(deleteBulkRun, { params: { runId } }));
  queryClient.removeQueries({ queryKey: runKey(runId) });
  await invalidateRuns();
}
