import { useNavigate, useSearch } from '@tanstack/react-router';
import { KeyRound, Plug } from 'lucide-react';
import { AccessTokensScreen } from '../features/access-tokens/AccessTokensScreen.tsx';
import { ApiTester } from '../features/api-tester/ApiTester.tsx';
import { BackToHome } from '../lib/BackToHome.tsx';
import { setResponseHandoff } from '../lib/response-handoff.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { TabPanel, Tabs } from '../ui/Tabs.tsx';

const tabs = [
  { value: 'tokens', label: 'Access Tokens', icon: <KeyRound aria-hidden size={16} /> },
  { value: 'testing', label: 'API Testing', icon: <Plug aria-hidden size={16} /> },
];

/** Covers both directions: other applications that call us, and our calls to vendors. */
export default function ExternalApiPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const openInExplorer = (data: unknown, sourceName: string) => {
    setResponseHandoff({ data, sourceName });
    navigate({ to: '/api-explorer', search: { tab: 'external' } });
  };
  return (
    <>
      <PageHeader back={<BackToHome />} title="External API Access">
        Create tokens for other applications and test vendor APIs
      </PageHeader>
      <div className="mt-6">
        <Tabs
          label="External API"
          items={tabs}
          value={search.tab === 'testing' ? 'testing' : 'tokens'}
          onValueChange={(tab) => navigate({ to: '.', search: { tab }, replace: true, resetScroll: false })}
        >
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
