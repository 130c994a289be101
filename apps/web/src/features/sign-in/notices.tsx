import { useMutation } from '@tanstack/react-query';
import { passkeyObstacle } from '../../shared/session/passkey.ts';
import { signOutHere } from '../../shared/session/sign-out.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Actions, EntryPage, Words } from './EntryPage.tsx';

/** Why the last try failed. What the user or the device stopped is no fault. */
export function Failure({ error }: { error: Error | null }) {
  if (!error) return null;
  const tone = error.cause instanceof DOMException ? 'warning' : 'danger';
  return <Alert tone={tone} live="alert" title={error.message} />;
}

const StartLink = () => (
  <Button asChild className="w-full">
    <a href="/">Go to the start page</a>
  </Button>
);

/** In the place of what needs a passkey, where the browser or the address has none. */
export function Obstacle({ url }: { url: string }) {
  const obstacle = passkeyObstacle(url);
  const isElsewhere = new URL(url).origin !== location.origin;
  return (
    <>
      <Alert tone="warning" title={obstacle}>
        {isElsewhere && 'Passkeys belong to one address, and this is another one.'}
      </Alert>
      {isElsewhere && (
        <Button asChild variant="primary" className="w-full">
          <a href={new URL(location.pathname + location.search + location.hash, url).href}>
            Open {new URL(url).host}
          </a>
        </Button>
      )}
    </>
  );
}

export function SwitchedOff() {
  return (
    <EntryPage title="Sign-in is off">
      <Words>People cannot sign in to this server. You can use it without.</Words>
      <Actions>
        <StartLink />
      </Actions>
    </EntryPage>
  );
}

interface UnreachableProps {
  title: string;
  reason?: string;
  onRetry?: () => void;
  busy?: boolean;
}

export function Unreachable({ title, reason, onRetry, busy = false }: UnreachableProps) {
  return (
    <EntryPage title={title}>
      <Actions>
        <Alert
          tone="danger"
          live="alert"
          title={reason ?? 'The server did not answer. Check your connection and try again.'}
        />
        <Button className="w-full" busy={busy} onClick={onRetry ?? (() => location.reload())}>
          Try again
        </Button>
      </Actions>
    </EntryPage>
  );
}

export function RefusedLink() {
  return (
    <EntryPage title="This link no longer works">
      <Words>It was used, has expired or was revoked. Ask for a new one.</Words>
      <Actions>
        <StartLink />
      </Actions>
    </EntryPage>
  );
}

export function NoOrganization({ name }: { name: string }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => signOutHere(),
  });
  return (
    <EntryPage title="You are not in an organization yet">
      <Words>{name && `You are signed in as ${name}. `}Ask an admin for a link.</Words>
      <Actions>
        <Failure error={error} />
        <Button className="w-full" busy={isPending} onClick={() => mutate()}>
          Sign out
        </Button>
      </Actions>
    </EntryPage>
  );
}
