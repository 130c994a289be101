import { LogIn, UserRound } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { onLostSession, readLostSession } from '../../lib/api/lost-session.ts';
import { handle, readLastOrganization } from '../../lib/browser/organization.ts';
import { signInAddress, useIsOutside } from '../../shared/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { PageBar } from '../PageBar.tsx';

/** Says why nothing works any more, and what to do. What is on the page stays, so that it can still be read or copied. */
export function SessionBar() {
  const text = useText();
  const lost = useLostSession();
  return (
    <PageBar icon={UserRound} text={text}>
      {text === signInEnded ? (
        <Button
          size="sm"
          variant="primary"
          icon={LogIn}
          onClick={() => location.assign(signInAddress(lost ?? undefined))}
        >
          Sign in again
        </Button>
      ) : (
        <Button size="sm" variant="primary" onClick={() => location.reload()}>
          Reload the page
        </Button>
      )}
    </PageBar>
  );
}

const signInEnded = 'Your sign-in has ended.';

const useLostSession = () => useSyncExternalStore(onLostSession, readLostSession);

function useText(): string | null {
  const lost = useLostSession();
  const isOutside = useIsOutside();
  const isSignedInElsewhere = useSignInElsewhere();
  if (lost === 'sign_in_ended' || lost === 'sign_in_needed') return signInEnded;
  if (lost && !isOutside) return 'You are no longer in this organization.';
  return isSignedInElsewhere
    ? 'You have signed in in another tab. This one still shows the data of this browser.'
    : null;
}

/** A page without an organization in its address would from now on be about the one of the person. */
function useSignInElsewhere(): boolean {
  const [isSignedIn, setSignedIn] = useState(false);
  useEffect(() => {
    if (handle !== null) return;
    const onStorage = () => setSignedIn(readLastOrganization() !== null);
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
  return isSignedIn;
}
