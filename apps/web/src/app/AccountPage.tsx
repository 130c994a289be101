import { UserRound } from 'lucide-react';
import { OrganizationsSection } from '../features/account/OrganizationsSection.tsx';
import { PersonSection } from '../features/account/PersonSection.tsx';
import { SessionsSection } from '../features/account/SessionsSection.tsx';
import { PasskeysSection } from '../features/passkeys/PasskeysSection.tsx';
import { BackLink } from '../shared/screen/BackLink.tsx';
import { ScreenHeader } from '../shared/screen/ScreenHeader.tsx';
import { useConfig } from '../shared/server/config.ts';
import { SessionGate } from '../shared/session/SessionGate.tsx';
import { type Session, useSession } from '../shared/session/session.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';

/** The person who is signed in, in any organization or in none. */
export default function AccountPage() {
  const session = useSession().data;
  return (
    <>
      <ScreenHeader back={<BackLink to="/">Back to Warranty Lookup</BackLink>} />
      <div className="mt-6">
        <SessionGate>{() => session && <Account session={session} />}</SessionGate>
      </div>
    </>
  );
}

function Account({ session: { person, organizations = [] } }: { session: Session }) {
  const hasPasskeys = useConfig()?.signIn?.passkeys;
  if (!person)
    return (
      <EmptyState icon={UserRound} title="You are not signed in">
        This page is for people who sign in. What belongs to this browser is on API Key Management.
      </EmptyState>
    );
  return (
    <div className="space-y-8">
      <PersonSection name={person.name} />
      <OrganizationsSection organizations={organizations} />
      {hasPasskeys && <PasskeysSection />}
      <SessionsSection ofPerson />
    </div>
  );
}
