import { LogIn, UserRound } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { onLostSession, readLostSession } from '../../lib/api/lost-session.ts';
import { handle, readLastOrganization } from '../../lib/browser/organization.ts';
import { signInAddress, useIsOutside } from '../../shared/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';

/** Says why nothing works any more, and what to do. What is on the page stays, so that it can still be read or copied. */
export function SessionBar() {
  const lost = useSyncExternalStore(onLostSession, readLostSession);
  const isSignedInElsewhere = useSignInElsewhere();
  const isOutside = useIsOutside();
  const isSignedOut = lost === 'sign_in_ended' || lost === 'sign_in_needed';
  const text = isSignedOut
    ? 'Your sign-in has ended.'
    : lost && !isOutside
      ? 'You are no longer in this organization.'
      : isSignedInElsewhere &&
        'You have signed in in another tab. This one still shows the data of this browser.';
  return (
    <div aria-live="polite" className="sticky bottom-0 z-30 print:hidden">
      {text && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-expiring-soft px-4 py-2 text-expiring md:px-8">
          <p className="flex min-w-0 flex-[1_1_16rem] items-start gap-2 text-sm">
            <UserRound aria-hidden size={16} className="mt-0.5 shrink-0" />
            {text}
          </p>
          {isSignedOut ? (
            <Button
              size="sm"
              variant="primary"
              icon={LogIn}
              onClick={() => location.assign(signInAddress(lost))}
            >
              Sign in again
            </Button>
          ) : (
            <Button size="sm" variant="primary" onClick={() => location.reload()}>
              Reload the page
            </Button>
          )}
        </div>
      )}
    </div>
  );
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
