import { useNavigate } from '@tanstack/react-router';
import { KeyRound, Plug } from 'lucide-react';
import { AccessTokensScreen } from '../features/access-tokens/AccessTokensScreen.tsx';
import { ApiTester } from '../features/api-tester/ApiTester.tsx';
import { useTab } from '../lib/browser/use-tab.ts';
import { setResponseHandoff } from '../shared/lookups/response-handoff.ts';
import { ScreenHeader } from '../shared/screen/ScreenHeader.tsx';
import { TabPanel, Tabs } from '../ui/layout/Tabs.tsx';

const tabs = [
  { value: 'tokens', label: 'Access Tokens', icon: <KeyRound aria-hidden size={16} /> },
  { value: 'testing', label: 'API Testing', icon: <Plug aria-hidden size={16} /> },
];

/** Covers both directions: other applications that call us, and our calls to vendors. */
export default function ExternalApiPage() {
  const { tab, openTab } = useTab(['tokens', 'testing']);
  const navigate = useNavigate();
  const openInExplorer = (data: unknown, sourceName: string) => {
    setResponseHandoff({ data, sourceName });
    navigate({ to: '/api-explorer', search: { tab: 'external' } });
  };
  return (
    <>
      <ScreenHeader />
      <div className="mt-6">
        <Tabs label="External API" items={tabs} value={tab} onValueChange={openTab}>
          <TabPanel value="tokens">
            <AccessTokensScreen />
          </TabPanel>
          <TabPanel value="testing">
            <ApiTester onSuggestMappings={openInExplorer} />
          </TabPanel>
        </Tabs>
      </div>
    </>
  );
}
