import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useConfig, useConfigFailed } from '../../shared/server/config.ts';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { EntryPage } from './EntryPage.tsx';
import { Invitation } from './Invitation.tsx';
import { inspect, isRefusedFor } from './link-calls.ts';
import { RefusedLink, SwitchedOff, Unreachable } from './notices.tsx';
import { SignInLink } from './SignInLink.tsx';

const title = 'Your link';

/** A one-time link. Its secret is in the fragment of the address, which browsers send to no server. */
export default function LinkScreen() {
  const [secret] = useState(() => location.hash.slice(1));
  useReloadForAnotherLink();
  const config = useConfig();
  const isFailed = useConfigFailed();
  const isLink = secret.startsWith('wll_');
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['link'],
    queryFn: () => inspect(secret),
    enabled: isLink && config?.signIn !== undefined,
  });
  if (isFailed) return <Unreachable title={title} />;
  if (config && !config.signIn) return <SwitchedOff />;
  if (!isLink || (error && isRefusedFor(error, 'link_refused'))) return <RefusedLink />;
  if (error) return <Unreachable title={title} reason={error.message} onRetry={refetch} busy={isFetching} />;
  if (data && config?.signIn) {
    const shared = { secret, config: config.signIn, link: data.link };
    return data.link.kind === 'sign-in' ? (
      <SignInLink {...shared} />
    ) : (
      <Invitation {...shared} signedIn={data.signedIn} />
    );
  }
  return (
    <EntryPage title={title}>
      <LoadingState />
    </EntryPage>
  );
}

/** A browser does not load the page for a link that differs in its fragment only. */
function useReloadForAnotherLink(): void {
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, []);
}
