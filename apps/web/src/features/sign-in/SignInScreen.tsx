import { useMutation } from '@tanstack/react-query';
import type { ConfigReply } from '@warranty/contracts/system';
import { useConfig, useConfigFailed } from '../../shared/server/config.ts';
import { passkeyObstacle } from '../../shared/session/passkey.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { Actions, EntryPage, Words } from './EntryPage.tsx';
import { Failure, NoOrganization, Obstacle, SwitchedOff, Unreachable } from './notices.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { returnAddress } from './return-address.ts';
import { continueWithoutSignIn, openAs, signIn } from './sign-in-calls.ts';

const title = 'Sign in';

export default function SignInScreen() {
  const config = useConfig();
  const isFailed = useConfigFailed();
  if (isFailed) return <Unreachable title={title} />;
  if (config?.signIn) return <SignIn {...config.signIn} />;
  if (config) return <SwitchedOff />;
  return (
    <EntryPage title={title}>
      <LoadingState />
    </EntryPage>
  );
}

function SignIn({ mode, url }: NonNullable<ConfigReply['signIn']>) {
  const parameters = new URLSearchParams(location.search);
  const to = returnAddress(parameters.get('to'), location.origin);
  const isPossible = passkeyObstacle(url) === null;
  const withPasskey = useMutation({
    mutationFn: async () => {
      const signedIn = await signIn();
      await openAs(signedIn, to);
      return signedIn;
    },
  });
  const without = useMutation({ mutationFn: continueWithoutSignIn });
  const isBusy = withPasskey.isPending || without.isPending;
  if (withPasskey.data) return <NoOrganization name={withPasskey.data.name} />;
  return (
    <EntryPage
      title={title}
      hint="Lost your passkey? Ask the administrator of this server for a sign-in link."
    >
      <Words>Use your fingerprint, face, PIN or security key.</Words>
      <Actions>
        {parameters.has('ended') && !withPasskey.error && (
          <Alert title="Your sign-in has ended. Sign in again." />
        )}
        <Failure error={withPasskey.error ?? without.error} />
        {isPossible ? (
          <PasskeyButton busy={withPasskey.isPending} disabled={isBusy} onClick={() => withPasskey.mutate()}>
            Sign in with a passkey
          </PasskeyButton>
        ) : (
          <Obstacle url={url} />
        )}
        {mode === 'optional' && (
          <Button
            variant="ghost"
            className="w-full"
            busy={without.isPending}
            disabled={isBusy}
            onClick={() => without.mutate()}
          >
            Continue without signing in
          </Button>
        )}
      </Actions>
    </EntryPage>
  );
}
