import { useMutation } from '@tanstack/react-query';
import type { Role } from '@warranty/contracts/access';
import { peopleErrors } from '@warranty/contracts/core/people-errors';
import type { Member } from '@warranty/contracts/organization';
import { LogOut, UserMinus } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { useNow } from '../../lib/browser/use-now.ts';
import { formatAgo } from '../../lib/format/age.ts';
import { formatDate, localDay } from '../../lib/format/format-date.ts';
import { ActionFailed } from '../../shared/session/ActionFailed.tsx';
import { aRole, lossOfRole, roleOptions } from '../../shared/session/role-texts.ts';
import type { Session } from '../../shared/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { leave, remove, setRole } from './organization-calls.ts';
import { leavingSentence, removalSentence } from './removal-sentence.ts';

interface MemberRowProps {
  member: Member;
  session: Session;
  isLastAdmin: boolean;
  /** Whether the person may change members. */
  canManage: boolean;
  /** What is left after the member is removed. */
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** A member with the role, and a button to remove the member or to leave. */
export function MemberRow({ member, session, isLastAdmin, canManage, returnFocusTo }: MemberRowProps) {
  const { name, email, isYou } = member;
  const [lowerRole, setLowerRole] = useState<Role | null>(null);
  const change = useMutation({ mutationFn: (role: Role) => setRole(member, role) });
  const choose = (role: Role) => {
    const isLoss = isYou && member.role === 'admin' && role !== 'admin';
    if (isLoss) setLowerRole(role);
    else if (role !== member.role) change.mutate(role);
  };
  return (
    <li className="space-y-3 px-5 py-3">
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
        <div className="min-w-0">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            {isYou && <Badge tone="accent">You</Badge>}
          </h3>
          {email && <p className="wrap-anywhere text-ink-2 text-sm">{email}</p>}
          <Dates member={member} />
          {isLastAdmin && canManage && <p className="text-ink-2 text-sm">{peopleErrors.last_admin.error}</p>}
        </div>
        <div className="-mr-3 flex items-center justify-between gap-x-2 max-sm:mr-0">
          <Field
            label={`Role of ${name}`}
            hideLabel
            disabled={!canManage || isLastAdmin || change.isPending}
            className="w-32"
          >
            <Select
              options={roleOptions(member.role)}
              value={change.isPending ? change.variables : member.role}
              onValueChange={(role) => choose(role as Role)}
            />
          </Field>
          <div className="flex w-28 justify-end max-sm:-mr-3">
            {isYou ? (
              <LeaveButton member={member} session={session} isLastAdmin={isLastAdmin} />
            ) : (
              <RemoveButton
                member={member}
                isDisabled={!canManage || isLastAdmin}
                returnFocusTo={returnFocusTo}
              />
            )}
          </div>
        </div>
      </div>
      {change.error && <ActionFailed error={change.error} />}
      <ConfirmDialog
        open={lowerRole !== null}
        onOpenChange={(open) => !open && setLowerRole(null)}
        title={`Become ${aRole(lowerRole ?? '')}?`}
        description={lowerRole && lossOfRole(lowerRole)}
        confirmLabel="Change my role"
        onConfirm={() => lowerRole && setRole(member, lowerRole)}
      />
    </li>
  );
}

function Dates({ member: { joinedAt, signedInAt } }: { member: Member }) {
  const now = useNow();
  return (
    <p className="mt-0.5 text-ink-2 text-sm">
      Joined <Moment instant={joinedAt}>{formatDate(localDay(new Date(joinedAt)))}</Moment>, last sign-in{' '}
      {signedInAt === null ? 'never' : <Moment instant={signedInAt}>{formatAgo(signedInAt, now)}</Moment>}
    </p>
  );
}

function Moment({ instant, children }: { instant: string; children: ReactNode }) {
  return (
    <time dateTime={instant} title={instant} className="whitespace-nowrap">
      {children}
    </time>
  );
}

interface RemoveButtonProps {
  member: Member;
  isDisabled: boolean;
  returnFocusTo: RefObject<HTMLElement | null>;
}

function RemoveButton({ member, isDisabled, returnFocusTo }: RemoveButtonProps) {
  return (
    <ConfirmDialog
      title={`Remove ${member.name}?`}
      description={removalSentence(member)}
      confirmLabel="Remove"
      onConfirm={() => remove(member)}
      returnFocusTo={returnFocusTo}
      trigger={
        <Button
          variant="ghost"
          size="sm"
          icon={UserMinus}
          disabled={isDisabled}
          aria-label={`Remove ${member.name}`}
        >
          Remove
        </Button>
      }
    />
  );
}

type LeaveButtonProps = Pick<MemberRowProps, 'member' | 'session' | 'isLastAdmin'>;

function LeaveButton({ member, session, isLastAdmin }: LeaveButtonProps) {
  const name = session.organization?.name ?? '';
  return (
    <ConfirmDialog
      title={`Leave ${name}?`}
      description={leavingSentence(name, member)}
      confirmLabel="Leave"
      onConfirm={() => leave(session)}
      trigger={
        <Button variant="ghost" size="sm" icon={LogOut} disabled={isLastAdmin} aria-label={`Leave ${name}`}>
          Leave
        </Button>
      }
    />
  );
}
