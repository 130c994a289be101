import { listAuditEvents } from '@warranty/contracts/audit-events';
import { Building2 } from 'lucide-react';
import { ActivitySection } from '../features/account/ActivitySection.tsx';
import { UsageSection } from '../features/account/UsageSection.tsx';
import { MembersTab } from '../features/organization/MembersTab.tsx';
import { SettingsTab } from '../features/organization/SettingsTab.tsx';
import { useTab } from '../lib/browser/use-tab.ts';
import { BackLink } from '../shared/screen/BackLink.tsx';
import { ScreenHeader } from '../shared/screen/ScreenHeader.tsx';
import { RoleNotice } from '../shared/session/RoleGate.tsx';
import { useRefusal } from '../shared/session/rights.ts';
import { SessionGate } from '../shared/session/SessionGate.tsx';
import { type Session, useSession } from '../shared/session/session.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { TabPanel, Tabs } from '../ui/layout/Tabs.tsx';

/** Without icons, so that a phone shows all four. */
const tabs = [
  { value: 'members', label: 'Members' },
  { value: 'activity', label: 'Activity' },
  { value: 'usage', label: 'Usage' },
  { value: 'settings', label: 'Settings' },
];

/** The organization that the address names. */
export default function OrganizationPage() {
  const session = useSession().data;
  return (
    <>
      <ScreenHeader back={<BackLink to="/">Back to Warranty Lookup</BackLink>} />
      <div className="mt-6">
        <SessionGate>
          {() =>
            session &&
            (session.organization ? (
              <OrganizationTabs session={session} />
            ) : (
              <NoOrganization session={session} />
            ))
          }
        </SessionGate>
      </div>
    </>
  );
}

function OrganizationTabs({ session }: { session: Session }) {
  const { tab, openTab } = useTab(['members', 'activity', 'usage', 'settings']);
  const { organization } = session;
  if (!organization) return null;
  return (
    <Tabs label={organization.name} items={tabs} value={tab} onValueChange={openTab}>
      <TabPanel value="members">
        <MembersTab session={session} />
      </TabPanel>
      <TabPanel value="activity">
        <OrganizationActivity name={organization.name} />
      </TabPanel>
      <TabPanel value="usage">
        <UsageSection
          description={`What ${organization.name} uses on this server, compared with its limits.`}
        />
      </TabPanel>
      <TabPanel value="settings">
        <SettingsTab organization={organization} />
      </TabPanel>
    </Tabs>
  );
}

/** Admins alone may read it, so the server is not asked for anyone else. */
function OrganizationActivity({ name }: { name: string }) {
  const refusal = useRefusal(listAuditEvents);
  if (refusal === null)
    return (
      <ActivitySection
        description={`What was done in ${name}, by whom and from where. It contains no keys and no devices.`}
        ofMembers
      />
    );
  return (
    <section aria-labelledby="activity" className="space-y-4">
      <h2 id="activity" className="font-semibold text-lg">
        Activity
      </h2>
      <RoleNotice refusal={refusal} />
    </section>
  );
}

function NoOrganization({ session: { person } }: { session: Session }) {
  return (
    <EmptyState icon={Building2} title="No organization">
      {person
        ? 'You are in no organization at this address. Your Account lists those that you are in.'
        : 'An organization is for people who sign in and work together.'}
    </EmptyState>
  );
}
