import { useCallback, useEffect, useRef } from 'react';
import { establishSession, useSession } from '../../lib/session.ts';

export const sessionFailed = 'Failed to establish session. Please refresh the page.';
const sessionNotReady = 'Session not ready. Please wait a moment and try again.';

/** There is no session, or not yet; the message is for the user. */
export class SessionMissing extends Error {
  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.name = 'SessionMissing';
  }
}

export interface PredictorSession {
  isReady: boolean;
  hasFailed: boolean;
  /** Throws where it is too early to ask the server anything. */
  assertReady(): void;
  /** For what the user has handed over already: it is asked as soon as there is a session. */
  whenReady(): Promise<void>;
}

/** The shell's session, as this screen waits for it. */
export function usePredictorSession(): PredictorSession {
  const { isSuccess, isError } = useSession();
  const isReady = useRef(isSuccess);
  useEffect(() => {
    isReady.current = isSuccess;
  }, [isSuccess]);
  const assertReady = useCallback(() => {
    if (!isReady.current) throw new SessionMissing(sessionNotReady);
  }, []);
  return { isReady: isSuccess, hasFailed: isError, assertReady, whenReady };
}

async function whenReady(): Promise<void> {
  try {
    await establishSession();
  } catch (error) {
    throw new SessionMissing(sessionFailed, error);
  }
}
