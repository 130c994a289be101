import { useMutation } from '@tanstack/react-query';
import { formatTime } from '../../lib/format/format-time.ts';
import { passkeyObstacle } from '../../shared/session/passkey.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Actions, EntryPage, Words } from './EntryPage.tsx';
import { addPasskeyHere, type LinkInfo, signInByLink } from './link-calls.ts';
import { Failure, NoOrganization, Obstacle } from './notices.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { openAs, type SignedIn, type SignInConfig } from './sign-in-calls.ts';

interface SignInLinkProps {
  secret: string;
  config: SignInConfig;
  link: LinkInfo;
}

/** Signs one person in, only when the button is pressed: programs that check the links of messages open them, too. */
export function SignInLink({ secret, config, link: { person, expiresAt } }: SignInLinkProps) {
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: async () => {
      const signedIn = await signInByLink(secret);
      if (!config.passkeys) await openAs(signedIn);
      return signedIn;
    },
  });
  if (data && config.passkeys) return <AddPasskey url={config.url} signedIn={data} />;
  if (data) return <NoOrganization name={data.name} />;
  return (
    <EntryPage
      title={`Sign in as ${person}`}
      hint={`This link works once, until ${formatTime(expiresAt, new Date())}.`}
    >
      <Words>
        The administrator of this server made this link for you, for example because{' '}
        {config.passkeys ? 'your passkey was lost' : `${config.provider?.label} cannot be reached`}.
      </Words>
      <Actions>
        <Failure error={error} />
        <Button variant="primary" className="w-full" busy={isPending} onClick={() => mutate()}>
          {`Sign in as ${person}`}
        </Button>
      </Actions>
    </EntryPage>
  );
}

/** Otherwise the next sign-in would need another link. */
function AddPasskey({ url, signedIn }: { url: string; signedIn: SignedIn }) {
  const isPossible = passkeyObstacle(url) === null;
  const leave = useMutation({ mutationFn: () => openAs(signedIn) });
  const add = useMutation({ mutationFn: addPasskeyHere, onSuccess: () => leave.mutate() });
  // Leaving ends only where there is no organization.
  if (leave.isSuccess) return <NoOrganization name={signedIn.name} />;
  const isBusy = add.isPending || leave.isPending;
  return (
    <EntryPage title="Add a passkey to this device">
      <Words>
        You are signed in{signedIn.name && ` as ${signedIn.name}`}. With a passkey here, you need no link the
        next time.
      </Words>
      <Actions>
        <Failure error={add.error} />
        {isPossible ? (
          <PasskeyButton busy={add.isPending} disabled={isBusy} onClick={() => add.mutate()}>
            Add a passkey
          </PasskeyButton>
        ) : (
          <Obstacle url={url} />
        )}
        <Button
          variant="ghost"
          className="w-full"
          disabled={isBusy}
          busy={leave.isPending}
          onClick={() => leave.mutate()}
        >
          {isPossible ? 'Not now' : 'Continue'}
        </Button>
      </Actions>
    </EntryPage>
  );
}
