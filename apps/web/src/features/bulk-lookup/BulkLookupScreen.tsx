import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { useEffect, useState } from 'react';
import { useTab } from '../../lib/browser/use-tab.ts';
import { useUrlParameters } from '../../lib/browser/use-url-parameter.ts';
import { ScreenHeader } from '../../shared/screen/ScreenHeader.tsx';
import { VendorCallsLeft } from '../../shared/vendors/VendorCallsLeft.tsx';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import { CsvLookup } from './CsvLookup.tsx';
import { ListLookup } from './list/ListLookup.tsx';
import { handedLines } from './list/pasted-devices.ts';
import { RunView } from './RunView.tsx';
import { deleteRun } from './run/delete-run.ts';
import { RunList } from './run/RunList.tsx';
import { invalidateRuns } from './run/use-runs.ts';

const tabs = [
  { value: 'csv', label: 'File' },
  { value: 'list', label: 'Pasted list' },
];

export default function BulkLookupScreen() {
  const { tab, openTab, tabSearch, runId, openRun, closeRun, leaveRun, handedList } = useUrl();
  const [newId, setNewId] = useState<string | null>(null);
  const removeRun = (run: BulkRun) => {
    const returnToRun = leaveRun();
    // The focused element is removed along with the run.
    document.querySelector('main')?.focus({ preventScroll: true });
    deleteRun(run, () => {
      setNewId(run.id);
      returnToRun();
    });
  };
  return (
    <>
      <ScreenHeader />
      <div className="mt-6 space-y-8">
        <VendorCallsLeft />
        {runId && (
          <RunView
            key={runId}
            runId={runId}
            isNew={runId === newId}
            onClose={closeRun}
            onDelete={removeRun}
          />
        )}
        <Tabs label="What to look up" items={tabs} value={tab} onValueChange={openTab}>
          <TabPanel value="csv" keepMounted>
            <CsvLookup
              isRunOpen={runId !== null}
              onStarted={(id) => {
                invalidateRuns();
                setNewId(id);
                openRun(id);
              }}
            />
          </TabPanel>
          <TabPanel value="list" keepMounted>
            <ListLookup handedList={handedList} />
          </TabPanel>
        </Tabs>
        <RunList openId={runId} keep={tabSearch} />
      </div>
    </>
  );
}

/**
 * The tab, `?tab=list`, and the run, `?run=ID`, so that they survive a reload and can be bookmarked, and a list from another
 * page, `?list=A B C`, or with line breaks in the format of the field, which is taken out of the address.
 */
function useUrl() {
  const { search, change } = useUrlParameters();
  const { run, list } = search;
  const [handedList] = useState(() => (typeof list === 'string' ? handedLines(list) : ''));
  // A list of a thousand devices would be an address of ten thousand characters. The recent lists keep it.
  useEffect(() => {
    if (list !== undefined) change(({ list: _, ...rest }) => ({ ...rest, tab: 'list' }));
  }, [list, change]);
  const { tab, openTab } = useTab(list === undefined ? ['csv', 'list'] : ['list', 'csv']);
  const tabSearch: { tab?: string } = tab === 'list' ? { tab } : {};
  const go = (next: { run?: string }, replace = false) =>
    change(() => ({ ...next, ...tabSearch }), { replace });
  return {
    tab,
    openTab,
    tabSearch,
    runId: typeof run === 'string' && run !== '' ? run : null,
    openRun: (runId: string) => go({ run: runId }),
    closeRun: () => go({}),
    /** Closes a run that no longer exists. The returned function opens it again, unless the user is elsewhere. */
    leaveRun: () => {
      const { pathname } = location;
      go({}, true);
      return () => {
        const isHere = location.pathname === pathname && !new URLSearchParams(location.search).has('run');
        if (isHere) change(() => search);
      };
    },
    handedList,
  };
}
