import { useCallback, useEffect, useRef } from 'react';
import { useSession } from '../../lib/session.ts';

export const sessionFailed = 'Failed to establish session. Please refresh the page.';
export const sessionNotReady = 'Session not ready. Please wait a moment and try again.';

export class SessionNotReady extends Error {
  constructor() {
    super(sessionNotReady);
    this.name = 'SessionNotReady';
  }
}

export interface PredictorSession {
  isReady: boolean;
  hasFailed: boolean;
  /** Throws where it is too early to ask the server anything. */
  demand(): void;
}

/** The shell's session, as this screen waits for it. */
export function usePredictorSession(): PredictorSession {
  const { isSuccess, isError } = useSession();
  const isReady = useRef(isSuccess);
  useEffect(() => {
    isReady.current = isSuccess;
  }, [isSuccess]);
  const demand = useCallback(() => {
    if (!isReady.current) throw new SessionNotReady();
  }, []);
  return { isReady: isSuccess, hasFailed: isError, demand };
}
