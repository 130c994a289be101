import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addressIn, leaveFor } from '../../lib/browser/organization.ts';
import { formatTime } from '../../lib/format/format-time.ts';
import { aRole, describeRole } from '../../shared/session/role-texts.ts';
import { signOutHere } from '../../shared/session/sign-out.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Actions, EntryPage, Words } from './EntryPage.tsx';
import { accept, isRefusedFor, type LinkInfo } from './link-calls.ts';
import { NewPerson } from './NewPerson.tsx';
import { Failure } from './notices.tsx';
import { type SignedIn, type SignInConfig, signIn } from './sign-in-calls.ts';

interface InvitationProps {
  secret: string;
  config: SignInConfig;
  link: LinkInfo;
  signedIn: SignedIn | null;
}

export function Invitation({ secret, config, link, signedIn: first }: InvitationProps) {
  const [signedIn, setSignedIn] = useState(first);
  const join = useMutation({
    mutationFn: async () => leaveFor(addressIn(await accept(secret), '/')),
  });
  const signInHere = useMutation({
    mutationFn: signIn,
    onSuccess: (person) => {
      setSignedIn(person);
      join.mutate();
    },
  });
  const { organization, role, expiresAt } = link;
  if (signedIn && join.error && isRefusedFor(join.error, 'already_member'))
    return <AlreadyMember signedIn={signedIn} organization={organization} />;
  return (
    <EntryPage
      title={`Join ${organization}${role ? ` as ${aRole(role)}` : ''}`}
      hint={`This link works once, until ${formatTime(expiresAt, new Date())}.`}
    >
      <Words>
        {link.invitedBy ? `Invited by ${link.invitedBy}. ` : 'From the administrator of this server. '}
        {role && describeRole(role)}
      </Words>
      {signedIn ? (
        <AcceptInvitation signedIn={signedIn} join={join} />
      ) : (
        <NewPerson secret={secret} config={config} signInHere={signInHere} />
      )}
    </EntryPage>
  );
}

interface AcceptInvitationProps {
  signedIn: SignedIn;
  join: { error: Error | null; isPending: boolean; mutate: () => void };
}

function AcceptInvitation({ signedIn, join }: AcceptInvitationProps) {
  const leave = useMutation({ mutationFn: () => signOutHere(() => location.reload()) });
  const isBusy = join.isPending || leave.isPending;
  return (
    <Actions>
      <Failure error={join.error ?? leave.error} />
      <Button
        variant="primary"
        className="w-full"
        busy={join.isPending}
        disabled={isBusy}
        onClick={() => join.mutate()}
      >
        {signedIn.name ? `Join as ${signedIn.name}` : 'Join'}
      </Button>
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-ink-2">
        Not you?
        <Button variant="link" busy={leave.isPending} disabled={isBusy} onClick={() => leave.mutate()}>
          Sign out
        </Button>
      </p>
    </Actions>
  );
}

interface AlreadyMemberProps {
  signedIn: SignedIn;
  organization: string | null;
}

function AlreadyMember({ signedIn, organization }: AlreadyMemberProps) {
  const handle = signedIn.organizations.find(({ name }) => name === organization)?.handle ?? null;
  return (
    <EntryPage title={`You are already in ${organization}`}>
      <Words>The link was not used, so someone else can still join with it.</Words>
      <Actions>
        <Button asChild variant="primary" className="w-full">
          <a href={addressIn(handle, '/')}>Open {organization}</a>
        </Button>
      </Actions>
    </EntryPage>
  );
}
