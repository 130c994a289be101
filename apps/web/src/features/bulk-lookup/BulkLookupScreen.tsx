import { useState } from 'react';
import { BackToHome } from '../../lib/BackToHome.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { CsvLookup } from './CsvLookup.tsx';
import { ListLookup } from './list/ListLookup.tsx';
import { RunView } from './RunView.tsx';
import { RunList } from './run/RunList.tsx';
import { invalidateRuns } from './run/useRuns.ts';
import { useListFromUrl } from './useListFromUrl.ts';
import { useRunParam } from './useRunParam.ts';

const tabs = [
  { value: 'csv', label: 'CSV file' },
  { value: 'list', label: 'Pasted list' },
];

export default function BulkLookupScreen() {
  const { runId, openRun, closeRun } = useRunParam();
  const handedList = useListFromUrl();
  const [startedId, setStartedId] = useState<string | null>(null);
  return (
    <>
      <PageHeader back={<BackToHome />} title="Bulk Warranty Lookup">
        Upload a CSV of devices, have it enriched with warranty data and download the result.
      </PageHeader>
      <div className="mt-6 space-y-8">
        <Tabs label="What to look up" items={tabs} defaultValue={handedList ? 'list' : 'csv'}>
          <TabPanel value="csv" keepMounted>
            <CsvLookup
              isRunOpen={runId !== null}
              onStarted={(id) => {
                invalidateRuns();
                setStartedId(id);
                openRun(id);
              }}
            />
          </TabPanel>
          <TabPanel value="list" keepMounted>
            <ListLookup handedList={handedList} />
          </TabPanel>
        </Tabs>
        {runId && <RunView key={runId} runId={runId} isNew={runId === startedId} onClose={closeRun} />}
        <RunList openId={runId} />
      </div>
    </>
  );
}
