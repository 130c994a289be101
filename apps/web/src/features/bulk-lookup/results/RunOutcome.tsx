import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import type { BulkResultRow } from '@warranty/contracts/bulk-results';
import { formatNumber } from '../../../lib/format-number.ts';
import { useTab } from '../../../lib/use-tab.ts';
import { useUserVendors } from '../../../lib/vendor-keys.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { TabPanel, Tabs } from '../../../ui/Tabs.tsx';
import type { DownloadChoice } from '../run/download.ts';
import { someFailed } from '../run/outcome-labels.ts';
import { howToLookUp } from '../run/retry.ts';
import { isFinished } from '../run/run-state.ts';
import { useChangedCells, useReport } from '../run/use-runs.ts';
import { Results } from './Results.tsx';
import { RunChanges } from './RunChanges.tsx';
import { RunFleet } from './RunFleet.tsx';
import { RowHintContext } from './row-hint.ts';
import { useResultFilter } from './use-result-filter.ts';

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
