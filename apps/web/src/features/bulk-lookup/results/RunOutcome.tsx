import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { type BulkResultRow, endFilterForm, resultFilters } from '@warranty/contracts/bulk-results';
import { useCallback } from 'react';
import { useTab } from '../../../lib/browser/use-tab.ts';
import { useUrlParameters } from '../../../lib/browser/use-url-parameter.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { useUserVendors } from '../../../shared/vendors/vendor-keys.ts';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { TabPanel, Tabs } from '../../../ui/layout/Tabs.tsx';
import type { DownloadChoice } from '../run/download.ts';
import { someFailed } from '../run/outcome-labels.ts';
import { howToLookUp } from '../run/retry.ts';
import { everyRow, type RowChoice, searchOf } from '../run/row-choice.ts';
import { isFinished } from '../run/run-state.ts';
import { useChangedCells, useReport, useWholeReport } from '../run/use-runs.ts';
import { Changes } from './Changes.tsx';
import { RunFleet } from './charts/FleetChart.tsx';
import { Differences } from './Differences.tsx';
import { Results } from './Results.tsx';
import { RowHintContext } from './row-hint.ts';

interface RunOutcomeProps {
  run: BulkRun;
  hasFailures: boolean;
  choice: DownloadChoice;
  onChoice: (choice: DownloadChoice) => void;
}

/** The results of a run: its rows, their coverage as a chart, and every cell that the download changes. */
export function RunOutcome({ run, hasFailures, choice, onChoice }: RunOutcomeProps) {
  const { chosen, choose, open } = useResultFilter();
  const { tab, openTab } = useTab(['results', 'coverage', 'changes'], 'view');
  const report = useReport(run);
  const cells = useChangedCells(run);
  const userVendors = useUserVendors();
  const hintOf = (row: BulkResultRow) => howToLookUp(run, userVendors, row);
  if (run.totalRows === 0) return null;
  return (
    <>
      {hasFailures && <Alert tone="danger" live="status" title={someFailed} />}
      <Tabs
        label="Run results"
        value={isFinished(run.status) ? tab : 'results'}
        onValueChange={openTab}
        items={[
          { value: 'results', label: 'Results', extra: <Extra count={run.totalRows} /> },
          { value: 'coverage', label: 'Coverage', disabled: !isFinished(run.status) },
          {
            value: 'changes',
            label: 'Changes',
            extra: cells !== null && <Extra count={cells} />,
            disabled: !isFinished(run.status),
          },
        ]}
      >
        <TabPanel value="results">
          <RowHintContext value={hintOf}>
            <Results {...{ run, chosen, choice }} report={report.data ?? null} onChoose={choose} />
          </RowHintContext>
        </TabPanel>
        <TabPanel value="coverage">
          <RunFleet run={run} onOpen={open} />
        </TabPanel>
        <TabPanel value="changes">
          <RunChanges {...{ run, choice, onChoice }} onOpen={open} />
        </TabPanel>
      </Tabs>
    </>
  );
}

function Extra({ count }: { count: number }) {
  return <span className="font-normal text-ink-2 tabular-nums">{formatNumber(count)}</span>;
}

interface RunChangesProps extends Omit<RunOutcomeProps, 'hasFailures'> {
  /** Opens these rows of the results. */
  onOpen: (rows: RowChoice) => void;
}

/** Compares every row when opened: changes are counted, not estimated from the first rows. */
function RunChanges({ run, choice, onChoice, onOpen }: RunChangesProps) {
  const { data, error, isFetching, refetch } = useWholeReport(run);
  if (data)
    return (
      <div className="space-y-6">
        <Differences run={run} report={data} onShow={() => onOpen({ ...everyRow, filter: 'differs' })} />
        <Changes report={data} choice={choice} onChoice={onChoice} />
      </div>
    );
  if (!error) return <LoadingState label="Comparing the file before and after..." />;
  return (
    <ErrorState
      title="The changes could not be read"
      level={3}
      onRetry={() => refetch()}
      retrying={isFetching}
    >
      {error.message}
    </ErrorState>
  );
}

/** The chosen rows of the results, which are part of the address, so that other pages can link to them. */
function useResultFilter() {
  const { search, change } = useUrlParameters();
  const { filter, ends } = search;
  const chosen: RowChoice = {
    filter: resultFilters.find((one) => one === filter) ?? null,
    ends: typeof ends === 'string' && endFilterForm.test(ends) ? ends : null,
  };
  const choose = useCallback(
    (choice: RowChoice) =>
      change(({ filter: _, ends: __, ...others }) => ({ ...others, ...searchOf(choice) })),
    [change],
  );
  /** From another tab of the run. Its other filters are dropped: the rows are those that were counted. */
  const open = useCallback(
    (choice: RowChoice) =>
      change(({ run, tab }) => ({ run, ...(tab ? { tab } : {}), ...searchOf(choice) }), { replace: false }),
    [change],
  );
  return { chosen, choose, open };
}
