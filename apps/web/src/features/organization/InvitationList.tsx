import type { Invitation } from '@warranty/contracts/organization';
import type { RefObject } from 'react';
import { useNow } from '../../lib/browser/use-now.ts';
import { formatAge } from '../../lib/format/age.ts';
import { RevokeButton } from '../../shared/secrets/RevokeButton.tsx';
import { ListSection } from '../../shared/session/ListSection.tsx';
import { roleLabel } from '../../shared/session/role-texts.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { revoke, useInvitations } from './organization-calls.ts';

/** Links that were created and not used yet. Admins alone may read them. */
export function InvitationList({ returnFocusTo }: { returnFocusTo: RefObject<HTMLElement | null> }) {
  return (
    <ListSection
      title="Open invitations"
      description="Links that can still be used. A link is deleted when it is used, and when its creator leaves."
      query={useInvitations()}
      failed={{ title: 'Failed to load the invitations.', reason: 'The server did not respond.' }}
      skeleton={<Skeleton className="h-16 w-full" />}
      empty={
        <p className="rounded-card border border-line border-dashed px-5 py-4 text-ink-2">
          There are no open invitations.
        </p>
      }
    >
      {(invitations, headingId) => (
        <ul
          aria-labelledby={headingId}
          className="divide-y divide-line rounded-card border border-line bg-surface"
        >
          {invitations.map((invitation) => (
            <Row key={invitation.id} invitation={invitation} returnFocusTo={returnFocusTo} />
          ))}
        </ul>
      )}
    </ListSection>
  );
}

interface RowProps {
  invitation: Invitation;
  returnFocusTo: RefObject<HTMLElement | null>;
}

function Row({ invitation, returnFocusTo }: RowProps) {
  const now = useNow();
  const { label, role, invitedBy, createdAt, expiresAt } = invitation;
  const name = label || 'no name';
  const left = formatAge(now.toISOString(), new Date(expiresAt));
  return (
    <li className="flex items-center justify-between gap-x-3 px-5 py-3">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          <span className="min-w-0 wrap-anywhere">{label || 'Without a name'}</span>
          <Badge>{roleLabel(role)}</Badge>
        </h3>
        <p className="mt-0.5 wrap-anywhere text-ink-2 text-sm">
          <span title={createdAt}>Invited by {invitedBy ?? 'the operator of this server'}</span>
          {', '}
          <span title={expiresAt}>{left ? `expires in ${left}` : 'expires now'}</span>
        </p>
      </div>
      <div className="-mr-3 shrink-0">
        <RevokeButton
          name={`the invitation for ${name}`}
          description="Its link stops working. You can create a new one at any time."
          onRevoke={() => revoke(invitation)}
          returnFocusTo={returnFocusTo}
        />
      </div>
    </li>
  );
}
