import { type ReactNode, useEffect } from 'react';
import { userMessageOr } from '../../lib/api/error-text.ts';
import { useIsConnected } from '../../lib/api/use-is-connected.ts';
import { LoadFailed } from '../../ui/feedback/LoadFailed.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useSession } from './session.ts';

const sessionFailed = 'Failed to initialize session. Please refresh the page.';

/** Waits for the session before it renders content that needs one. */
export function SessionGate({ children }: { children: (username: string) => ReactNode }) {
  const { data: session, error, isFetching, refetch } = useSession();
  const isConnected = useIsConnected();
  useEffect(() => {
    // The bar at the bottom of the page says so, and the session starts by itself when the connection is back.
    if (error && isConnected)
      toast({ variant: 'destructive', title: 'Authentication Error', description: sessionFailed });
  }, [error, isConnected]);
  if (session) return children(session.userId);
  if (isFetching)
    return (
      // Most content is taller than the window. The footer would otherwise be visible until it arrives.
      <div className="min-h-svh">
        <LoadingState label="Connecting..." />
      </div>
    );
  if (!isConnected)
    return (
      <LoadFailed
        title="No connection to the server"
        reason="This part needs the server. It loads by itself when the connection is back."
        onRetry={refetch}
      />
    );
  return (
    <LoadFailed
      title={sessionFailed}
      reason={userMessageOr(error, 'Failed to create session with demo user')}
      onRetry={refetch}
    />
  );
}
