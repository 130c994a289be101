import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { Actions, EntryPage } from './EntryPage.tsx';
import { Failure, NoOrganization } from './notices.tsx';
import { openAs, signInWithReply } from './sign-in-calls.ts';

/** Taken out of the address at once: it is good for one sign-in, and does not belong into the history of the browser. */
function takeQuery(): string {
  const query = location.search.slice(1);
  history.replaceState(history.state, '', location.pathname);
  return query;
}

/** The page that the identity provider returns to. It sends on what the provider says, as all pages do. */
export default function CallbackScreen() {
  const [query] = useState(takeQuery);
  const { mutate, data, error, isIdle } = useMutation({
    mutationFn: async () => {
      const { signedIn, place } = await signInWithReply(query);
      await openAs(signedIn, place);
      return signedIn;
    },
  });
  useEffect(() => {
    if (isIdle) mutate();
  }, [isIdle, mutate]);
  if (data) return <NoOrganization name={data.name} />;
  return (
    <EntryPage title={error ? 'You are not signed in' : 'Signing you in'}>
      {error ? (
        <Actions>
          <Failure error={error} />
          <Button asChild variant="primary" className="w-full">
            <a href="/sign-in">Go to the sign-in</a>
          </Button>
        </Actions>
      ) : (
        <LoadingState />
      )}
    </EntryPage>
  );
}
