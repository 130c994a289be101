import { useMutation } from '@tanstack/react-query';
import { returnAddress } from '@warranty/domain/return-address';
import { useConfig, useConfigFailed } from '../../shared/server/config.ts';
import { passkeyObstacle } from '../../shared/session/passkey.ts';
import { goToProvider, leaveProvider } from '../../shared/session/provider.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { Actions, EntryPage, Words } from './EntryPage.tsx';
import { Failure, NoOrganization, Obstacle, SwitchedOff, Unreachable } from './notices.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import { continueWithoutSignIn, openAs, type SignInConfig, signIn } from './sign-in-calls.ts';

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

function SignIn({ mode, url, passkeys, provider }: SignInConfig) {
  const parameters = new URLSearchParams(location.search);
  const to = returnAddress(parameters.get('to'), location.origin);
  const withPasskey = useMutation({
    mutationFn: async () => {
      const signedIn = await signIn();
      await openAs(signedIn, to);
      return signedIn;
    },
  });
  const withProvider = useMutation({ mutationFn: () => goToProvider({ returnTo: to }) });
  const without = useMutation({ mutationFn: continueWithoutSignIn });
  const error = withPasskey.error ?? withProvider.error ?? without.error;
  const isBusy = withPasskey.isPending || withProvider.isPending || without.isPending;
  if (withPasskey.data) return <NoOrganization name={withPasskey.data.name} />;
  return (
    <EntryPage title={title} hint={hintFor({ passkeys, provider })}>
      <Words>{passkeys ? passkeyWords : `${provider?.label} tells this server who you are.`}</Words>
      <Actions>
        {parameters.has('ended') && !error && <Alert title="Your sign-in has ended. Sign in again." />}
        {parameters.has('out') && provider && <SignedOut label={provider.label} />}
        <Failure error={error} />
        {provider && (
          <ProviderButton
            label={provider.label}
            busy={withProvider.isPending}
            disabled={isBusy}
            onClick={() => withProvider.mutate()}
          >
            {`Sign in with ${provider.label}`}
          </ProviderButton>
        )}
        {passkeys && (
          <PasskeyOrObstacle
            url={url}
            isMain={!provider}
            busy={withPasskey.isPending}
            disabled={isBusy}
            onClick={() => withPasskey.mutate()}
          />
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

const passkeyWords = 'Use your fingerprint, face, PIN or security key.';

const hintFor = ({ passkeys, provider }: Pick<SignInConfig, 'passkeys' | 'provider'>): string =>
  passkeys
    ? 'Lost your passkey? Ask the administrator of this server for a sign-in link.'
    : `Is ${provider?.label} down? Ask the administrator of this server for a sign-in link.`;

interface PasskeyOrObstacleProps {
  url: string;
  isMain: boolean;
  busy: boolean;
  disabled: boolean;
  onClick: () => void;
}

function PasskeyOrObstacle({ url, ...button }: PasskeyOrObstacleProps) {
  if (passkeyObstacle(url) !== null) return <Obstacle url={url} />;
  return <PasskeyButton {...button}>Sign in with a passkey</PasskeyButton>;
}

/** Otherwise the next person at this computer is signed in with one click. */
function SignedOut({ label }: { label: string }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => leaveProvider(label) });
  return (
    <>
      <Alert title="You are signed out of this server.">{label} may still know you in this browser.</Alert>
      <Failure error={error} />
      <Button className="w-full" busy={isPending} onClick={() => mutate()}>
        {`Also sign out of ${label}`}
      </Button>
    </>
  );
}
