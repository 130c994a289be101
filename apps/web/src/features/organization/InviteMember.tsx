import { useMutation } from '@tanstack/react-query';
import type { Role } from '@warranty/contracts/access';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import type { createInvitation } from '@warranty/contracts/organization';
import { type RefObject, useRef, useState } from 'react';
import { NameField, type NameFieldText } from '../../shared/secrets/NameDialog.tsx';
import { SecretDialog } from '../../shared/secrets/SecretDialog.tsx';
import { ActionFailed } from '../../shared/session/ActionFailed.tsx';
import { aRole, roleChoices } from '../../shared/session/role-texts.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { RadioGroup } from '../../ui/form/RadioGroup.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { invite } from './organization-calls.ts';

interface InviteMemberProps {
  /** Whether the dialog that prompts for a name is open. */
  isOpen: boolean;
  organization: string;
  onDone: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** Prompts for whom an invitation is, then shows its link once. */
export function InviteMember({ isOpen, organization, onDone, returnFocusTo }: InviteMemberProps) {
  const [made, setMade] = useState<ReplyOf<typeof createInvitation> | null>(null);
  if (isOpen) return <InviteDialog organization={organization} onInvited={setMade} onClose={onDone} />;
  if (!made) return null;
  const { invitation, url } = made;
  return (
    <SecretDialog
      title={`The link for ${invitation.label}`}
      description="Works once, for 7 days. Send it yourself: this server sends no mail."
      secret={url}
      copyLabel="Copy link"
      doneLabel="I have copied it"
      size="lg"
      onClose={() => setMade(null)}
      returnFocusTo={returnFocusTo}
    >
      <div className="mt-3">
        <Alert tone="warning" title="Copy it now. It won’t be shown again">
          Anyone with this link can join {organization} as {aRole(invitation.role)}. If you lose it, revoke
          the invitation and create a new one.
        </Alert>
      </div>
    </SecretDialog>
  );
}

const labelField: NameFieldText = {
  label: 'Who is it for?',
  placeholder: 'e.g. Bert, help desk',
  help: 'For the list of open invitations. New members enter their own name.',
  missing: 'Please enter who it is for',
};

interface InviteDialogProps {
  organization: string;
  onInvited: (made: ReplyOf<typeof createInvitation>) => void;
  onClose: () => void;
}

/** Mounted only while open. */
function InviteDialog({ organization, onInvited, onClose }: InviteDialogProps) {
  const [fields, setFields] = useState({ label: '', role: 'member' as Role });
  const [isMissing, setMissing] = useState(false);
  const labelInput = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (typed: typeof fields) => onInvited(await invite(typed)),
    onSuccess: onClose,
  });
  const change = (part: Partial<typeof fields>) => {
    setFields({ ...fields, ...part });
    setMissing(false);
    reset();
  };
  const submit = () => {
    const label = fields.label.trim();
    if (label !== '') return mutate({ ...fields, label });
    setMissing(true);
    labelInput.current?.focus();
  };
  return (
    <FormDialog
      title={`Invite to ${organization}`}
      description="You get a link that works once, for 7 days."
      submitLabel="Create link"
      busy={isPending}
      onSubmit={submit}
      onOpenChange={onClose}
      initialFocus={labelInput}
    >
      <NameField
        ref={labelInput}
        text={labelField}
        value={fields.label}
        onChange={(label) => change({ label })}
        isMissing={isMissing}
      />
      <div>
        <p aria-hidden className="mb-1 font-medium">
          Role
        </p>
        <RadioGroup
          label="Role"
          options={roleChoices}
          value={fields.role}
          onValueChange={(role) => change({ role: role as Role })}
        />
      </div>
      {error && <ActionFailed error={error} />}
    </FormDialog>
  );
}
