import { useEffect } from 'react';
import { sentenceOr } from '../../lib/error-text.ts';
import { useSession } from '../../lib/session.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { toast } from '../../ui/toast-store.ts';
import { AccessTokens } from './AccessTokens.tsx';

const sessionFailed = 'Failed to initialize session. Please refresh the page.';

/** The tab of the tokens: they belong to the session, so that is waited for first. */
export function AccessTokensScreen() {
  const { data: userId, error, isFetching, refetch } = useSession();
  useEffect(() => {
    if (error) toast({ variant: 'destructive', title: 'Authentication Error', description: sessionFailed });
  }, [error]);
  if (userId) return <AccessTokens key={userId} />;
  if (isFetching) return <LoadingState label="Connecting..." />;
  return (
    <LoadFailed
      title={sessionFailed}
      reason={sentenceOr(error, 'Failed to create session with demo user')}
      onRetry={refetch}
    />
  );
}
