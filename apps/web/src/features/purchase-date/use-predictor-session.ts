import { UserError } from '../../lib/api/error-text.ts';
import { establishSession, useSession } from '../../shared/session/session.ts';

export const sessionFailed = 'Failed to establish session. Please refresh the page.';
const sessionNotReady = 'Session not ready. Please wait a moment and try again.';

export type PredictorSession = ReturnType<typeof usePredictorSession>;

/** The shared session, with the messages of this page. */
export function usePredictorSession() {
  const { isSuccess: isReady, isError: hasFailed } = useSession();
  /** Throws if there is no session yet. */
  const assertReady = () => {
    if (!isReady) throw new UserError(sessionNotReady);
  };
  return { isReady, hasFailed, assertReady, whenReady };
}

/** For input the user has already provided: the request starts as soon as there is a session. */
async function whenReady(): Promise<void> {
  try {
    await establishSession();
  } catch (error) {
    throw new UserError(sessionFailed, error);
  }
}
