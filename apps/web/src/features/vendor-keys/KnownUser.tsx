import type { ComponentProps, ReactNode } from 'react';
import { userMessageOr } from '../../lib/api/error-text.ts';
import { useSession } from '../../shared/session/session.ts';
import { LoadFailed as Failed } from '../../ui/feedback/LoadFailed.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';

/** Shows its content once the session is known, and why if there is none. */
export function KnownUser({ children }: { children: (username: string) => ReactNode }) {
  const session = useSession();
  if (session.data) return children(session.data.userId);
  if (session.isFetching) return <LoadingState label="Connecting..." />;
  return (
    <LoadFailed
      reason={userMessageOr(session.error, 'Failed to create session with demo user')}
      onRetry={session.refetch}
    />
  );
}

export function LoadFailed(props: Omit<ComponentProps<typeof Failed>, 'title'>) {
  return <Failed title="Failed to load API key configurations. Please try again." {...props} />;
}
