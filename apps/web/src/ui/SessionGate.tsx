import { type ReactNode, useEffect } from 'react';
import { userMessageOr } from '../lib/error-text.ts';
import { useSession } from '../lib/session.ts';
import { LoadFailed } from './LoadFailed.tsx';
import { LoadingState } from './LoadingState.tsx';
import { toast } from './toast-store.ts';

const sessionFailed = 'Failed to initialize session. Please refresh the page.';

/** Waits for the session before it renders content that needs one. */
export function SessionGate({ children }: { children: (userId: string) => ReactNode }) {
  const { data: userId, error, isFetching, refetch } = useSession();
  useEffect(() => {
    if (error) toast({ variant: 'destructive', title: 'Authentication Error', description: sessionFailed });
  }, [error]);
  if (userId) return children(userId);
  if (isFetching)
    return (
      // Most content is taller than the window. The footer would otherwise be visible until it arrives.
      <div className="min-h-svh">
        <LoadingState label="Connecting..." />
      </div>
    );
  return (
    <LoadFailed
      title={sessionFailed}
      reason={userMessageOr(error, 'Failed to create session with demo user')}
      onRetry={refetch}
    />
  );
}
