import { Link } from '@tanstack/react-router';
import { ActivitySection } from '../features/account/ActivitySection.tsx';
import { SessionsSection } from '../features/account/SessionsSection.tsx';
import { UsageSection } from '../features/account/UsageSection.tsx';
import { KnownUser } from '../features/vendor-keys/KnownUser.tsx';
import { SecurityNotice } from '../features/vendor-keys/SecurityNotice.tsx';
import { ThisBrowser } from '../features/vendor-keys/ThisBrowser.tsx';
import { VendorKeys } from '../features/vendor-keys/VendorKeys.tsx';
import { handle } from '../lib/browser/organization.ts';
import { useTab } from '../lib/browser/use-tab.ts';
import { BackLink } from '../shared/screen/BackLink.tsx';
import { ScreenHeader } from '../shared/screen/ScreenHeader.tsx';
import { TabPanel, Tabs } from '../ui/layout/Tabs.tsx';
import { TestersButton } from './TestersButton.tsx';

/** Without icons, so that a phone shows all four. */
const tabs = [
  { value: 'keys', label: 'Vendor keys' },
  { value: 'browser', label: 'This browser' },
  { value: 'usage', label: 'Usage' },
  { value: 'activity', label: 'Activity' },
];

/** The vendor keys, and for a browser without a sign-in everything else about it in tabs of its own. */
export default function ApiKeysPage() {
  return (
    <>
      <ScreenHeader back={<BackLink to="/">Back to Warranty Lookup</BackLink>} />
      <div className="mt-6">{handle === null ? <BrowserTabs /> : <Keys />}</div>
    </>
  );
}

function Keys() {
  return (
    <div className="space-y-6">
      <SecurityNotice />
      <KnownUser>{(username) => <VendorKeys key={username} username={username} />}</KnownUser>
      {/* Last: whether the button is shown is known late, and it must not move anything. */}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <AccessTokensHint />
        <TestersButton />
      </div>
    </div>
  );
}

function BrowserTabs() {
  const { tab, openTab } = useTab(['keys', 'browser', 'usage', 'activity']);
  return (
    <Tabs label="API Key Management" items={tabs} value={tab} onValueChange={openTab}>
      {/* A passed test counts for the whole visit, so its result outlives a look at another tab. */}
      <TabPanel value="keys" keepMounted>
        <Keys />
      </TabPanel>
      <TabPanel value="browser">
        <div className="space-y-8">
          <KnownUser>{(username) => <ThisBrowser username={username} />}</KnownUser>
          <SessionsSection />
        </div>
      </TabPanel>
      <TabPanel value="usage">
        <UsageSection />
      </TabPanel>
      <TabPanel value="activity">
        <ActivitySection />
      </TabPanel>
    </Tabs>
  );
}

/** The sidebar has no entry for tokens, and this is where people look for them. */
function AccessTokensHint() {
  return (
    <p className="text-ink-2">
      Other applications call this server with{' '}
      <Link
        to="/external-api"
        search={{ tab: 'tokens' }}
        className="inline-flex min-h-6 items-center underline decoration-line-strong underline-offset-4 hover:text-ink"
      >
        access tokens
      </Link>
      .
    </p>
  );
}
