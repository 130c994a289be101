import { createInvitation, type Member } from '@warranty/contracts/organization';
import { UserPlus, UsersRound } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { ListSection } from '../../shared/session/ListSection.tsx';
import { RoleNotice } from '../../shared/session/RoleGate.tsx';
import { useMembers, useRefusal } from '../../shared/session/rights.ts';
import type { Session } from '../../shared/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { InvitationList } from './InvitationList.tsx';
import { InviteMember } from './InviteMember.tsx';
import { MemberRow } from './MemberRow.tsx';

/** Who is in the organization, and who is invited. */
export function MembersTab({ session }: { session: Session }) {
  const refusal = useRefusal(createInvitation);
  const [inviting, setInviting] = useState(false);
  const invite = useRef<HTMLButtonElement>(null);
  const name = session.organization?.name ?? '';
  const openDialog = () => setInviting(true);
  return (
    <div className="space-y-8">
      <ListSection
        title="Members"
        description={`Members share the vendor keys, runs, access tokens, agents and scans of ${name}.`}
        canRefresh
        actions={
          <Button
            ref={invite}
            variant="primary"
            icon={UserPlus}
            className="max-sm:flex-1"
            disabled={refusal !== null}
            onClick={openDialog}
          >
            Invite
          </Button>
        }
        query={useMembers()}
        failed={{ title: 'Failed to load the members.', reason: 'The server did not respond.' }}
        skeleton={<MembersSkeleton />}
        empty={null}
      >
        {(members, headingId) => (
          <>
            <RoleNotice refusal={refusal} />
            <MemberList
              members={members}
              headingId={headingId}
              session={session}
              canManage={refusal === null}
              returnFocusTo={invite}
            />
            {members.length === 1 && (
              <EmptyState
                icon={UsersRound}
                title="You are the only member"
                level={3}
                action={
                  <Button icon={UserPlus} disabled={refusal !== null} onClick={openDialog}>
                    Invite a colleague
                  </Button>
                }
              >
                Invite colleagues, and they see the same runs, scans and results as you.
              </EmptyState>
            )}
          </>
        )}
      </ListSection>
      {refusal === null && <InvitationList returnFocusTo={invite} />}
      <InviteMember
        isOpen={inviting}
        organization={name}
        onDone={() => setInviting(false)}
        returnFocusTo={invite}
      />
    </div>
  );
}

interface MemberListProps {
  members: Member[];
  headingId: string;
  session: Session;
  canManage: boolean;
  returnFocusTo: RefObject<HTMLElement | null>;
}

function MemberList({ members, headingId, ...rest }: MemberListProps) {
  const admins = members.filter(({ role }) => role === 'admin').length;
  return (
    <ul
      aria-labelledby={headingId}
      className="divide-y divide-line rounded-card border border-line bg-surface"
    >
      {members.map((member) => (
        <MemberRow
          key={member.id}
          member={member}
          isLastAdmin={admins === 1 && member.role === 'admin'}
          {...rest}
        />
      ))}
    </ul>
  );
}

function MembersSkeleton() {
  return (
    <div role="status" className="animate-appear-late">
      <span className="sr-only">Loading the members...</span>
      <Skeleton className="h-36 w-full" />
    </div>
  );
}
