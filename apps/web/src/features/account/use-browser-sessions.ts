import { useQuery } from '@tanstack/react-query';
import {
  type BrowserSession,
  endOtherSessions,
  endSession,
  listSessions,
} from '@warranty/contracts/browser-sessions';
import { call } from '../../lib/api.ts';
import { isNotFound, withErrorMessage } from '../../lib/error-text.ts';
import { queryClient } from '../../lib/query.ts';
import { toast } from '../../ui/toast-store.ts';

const queryKey = ['browser-sessions'];

export function useBrowserSessions() {
  return useQuery({ queryKey, queryFn: async () => (await call(listSessions)).sessions });
}

const reread = () => queryClient.invalidateQueries({ queryKey });

/** A missing session was already ended elsewhere, which is the intended result. */
export async function endBrowserSession({ id }: BrowserSession): Promise<void> {
  try {
    const params = { browserSessionId: id };
    const { message } = await withErrorMessage('Failed to end the session.', call(endSession, { params }));
    toast({ title: message });
  } catch (error) {
    if (!isNotFound(error as Error)) throw error;
  }
  await reread();
}

export async function endOtherBrowserSessions(): Promise<void> {
  const { message } = await withErrorMessage('Failed to end the other sessions.', call(endOtherSessions));
  toast({ title: message });
  await reread();
}
