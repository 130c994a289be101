import { Globe, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { ScreenHeader } from '../../shared/screen/ScreenHeader.tsx';
import { SessionGate } from '../../shared/session/SessionGate.tsx';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import { sourceLabels } from './explorer-state.ts';
import { InternalTab } from './InternalTab.tsx';
import { ExportCard } from './mapping/ExportCard.tsx';
import { MappingsCard } from './mapping/MappingsCard.tsx';
import { ResponseCard } from './ResponseCard.tsx';
import { type Explorer, useExplorer } from './use-explorer.ts';

const tabs = [
  { value: 'internal', label: sourceLabels.internal, icon: <Server aria-hidden size={16} /> },
  { value: 'external', label: sourceLabels.external, icon: <Globe aria-hidden size={16} /> },
];

interface ApiExplorerScreenProps {
  /** The external API tab, which passes each response to the screen. */
  external: (take: Explorer['takeResponse']) => ReactNode;
}

export function ApiExplorerScreen({ external }: ApiExplorerScreenProps) {
  return (
    <>
      <ScreenHeader />
      <div className="mt-6">
        <SessionGate>
          {(username) => <Content key={username} username={username} external={external} />}
        </SessionGate>
      </div>
    </>
  );
}

function Content({ username, external }: ApiExplorerScreenProps & { username: string }) {
  const explorer = useExplorer(username);
  const { source, responses, mappings } = explorer.state;
  const response = responses[source];
  const data = response?.data;
  return (
    <Tabs label="Data source" items={tabs} value={source} onValueChange={explorer.openTab}>
      <div className="grid items-start gap-x-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]">
        <div className="min-w-0">
          <TabPanel value="internal" keepMounted>
            <InternalTab explorer={explorer} />
          </TabPanel>
          <TabPanel value="external" keepMounted>
            {external(explorer.takeResponse)}
          </TabPanel>
        </div>
        <div className="min-w-0 space-y-4 pt-4">
          <ResponseCard source={source} response={response} />
          <MappingsCard data={data} mappings={mappings} onChange={explorer.setMappings} />
          <ExportCard data={data} mappings={mappings} sourceName={response?.sourceName ?? ''} />
        </div>
      </div>
    </Tabs>
  );
}
