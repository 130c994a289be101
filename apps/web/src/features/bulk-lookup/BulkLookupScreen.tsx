import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { VendorCallsLeft } from '../../lib/VendorCallsLeft.tsx';
import { ScreenHeader } from '../../ui/ScreenHeader.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { CsvLookup } from './CsvLookup.tsx';
import { ListLookup } from './list/ListLookup.tsx';
import { RunView } from './RunView.tsx';
import { RunList } from './run/RunList.tsx';
import { invalidateRuns } from './run/useRuns.ts';

const tabs = [
  { value: 'csv', label: 'CSV file' },
  { value: 'list', label: 'Pasted list' },
];

export function BulkLookupScreen() {
  const { runId, openRun, closeRun, handedList } = useUrl();
  const [startedId, setStartedId] = useState<string | null>(null);
  return (
    <>
      <ScreenHeader />
      <div className="mt-6 space-y-8">
        <VendorCallsLeft />
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

/**
 * The run, `?run=ID`, so that it survives a reload and can be bookmarked, and a list from another page, `?list=A B C`, or with
 * line breaks in the format of the field.
 */
function useUrl() {
  const { run, list }: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (search: { run?: string }) => navigate({ to: '.', search, resetScroll: false });
  return {
    runId: typeof run === 'string' && run !== '' ? run : null,
    openRun: (runId: string) => go({ run: runId }),
    closeRun: () => go({}),
    handedList: typeof list === 'string' ? linesOf(list.trim()) : '',
  };
}

/** Spaces separate devices only where nothing else does. */
const linesOf = (list: string): string => (/[\n,;]/.test(list) ? list : list.replaceAll(/\s+/g, '\n'));
