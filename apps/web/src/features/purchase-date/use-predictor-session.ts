import { UserError } from '../../lib/api/error-text.ts';
import { establishSession, useSession } from '../../shared/session/session.ts';

export const sessionFailed = 'Failed to establish session. Please refresh the page.';
const sessionNotReady = 'Session not ready. Please wait a moment and try again.';

export interface PredictorSession {
  isReady: boolean;
  hasFailed: boolean;
  /** Throws if there is no session yet. */
  assertReady(): void;
  /** For input the user has already provided: the request starts as soon as there is a session. */
  whenReady(): Promise<void>;
}

/** The shared session, with the messages of this page. */
export function usePredictorSession(): PredictorSession {
  const { isSuccess: isReady, isError: hasFailed } = useSession();
  const assertReady = () => {
    if (!isReady) throw new UserError(sessionNotReady);
  };
  return { isReady, hasFailed, assertReady, whenReady };
}

async function whenReady(): Promise<void> {
  try {
    await establishSession();
  } catch (error) {
    throw new UserError(sessionFailed, error);
  }
}
