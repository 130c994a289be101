import { useQuery } from '@tanstack/react-query';
import { createClient } from '@warranty/contracts/core/client';
import { readSession } from '@warranty/contracts/session';
import { Building2, LogOut, UserRound } from 'lucide-react';
import { useEffect } from 'react';
import { addressIn, handle, rememberOrganization } from '../../lib/browser/organization.ts';
import { roleLabel } from '../../shared/session/role-texts.ts';
import { signOutHere } from '../../shared/session/sign-out.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { Card } from '../../ui/layout/Card.tsx';

/** Without the header, which names an organization that the person is not in. */
const callOutside = createClient();

/** For a person who is not in the organization of the address, or in none at all. */
export default function OutsidePage() {
  useEffect(() => rememberOrganization(null), []);
  const { data, isPending } = useQuery({
    queryKey: ['own-organizations'],
    queryFn: () => callOutside(readSession),
  });
  if (isPending) return <LoadingState />;
  const organizations = data?.organizations ?? [];
  return (
    <div className="mx-auto max-w-140 space-y-6 pt-8">
      <EmptyState
        icon={Building2}
        title={handle === null ? 'You are not in an organization yet' : `You are not in “${handle}”`}
        action={
          <>
            <Button asChild icon={UserRound}>
              <a href="/account">Your account</a>
            </Button>
            <Button icon={LogOut} onClick={() => void signOutHere().catch(() => location.reload())}>
              Sign out
            </Button>
          </>
        }
      >
        {handle === null
          ? 'Ask an admin of your organization for a link.'
          : 'It does not exist, or you are no longer a member. An admin of it can send you a link.'}
      </EmptyState>
      {organizations.length > 0 && (
        <section aria-labelledby="own-organizations">
          <h2 id="own-organizations" className="font-semibold text-lg">
            Your organizations
          </h2>
          <Card className="mt-3 overflow-hidden">
            <ul className="divide-y divide-line">
              {organizations.map(({ handle: own, name, role }) => (
                <li key={own}>
                  <a
                    href={addressIn(own, '/')}
                    className="flex min-h-13 items-center justify-between gap-4 px-5 py-2 hover:bg-hover focus-visible:-outline-offset-2"
                  >
                    <span className="min-w-0 truncate font-medium">{name}</span>
                    <span className="shrink-0 text-ink-2 text-sm">{roleLabel(role)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </Card>
        </section>
      )}
    </div>
  );
}
