import { RequestError } from '@warranty/contracts/core/client';
import type { ErrorCode } from '@warranty/contracts/core/errors';
import { createListeners } from '../listeners.ts';

const lostCodes: unknown[] = ['sign_in_needed', 'sign_in_ended', 'organization_unknown'];
const { notify, subscribe } = createListeners();
let lost: ErrorCode | null = null;

/** The error of a call that shows that this page can do nothing more: the sign-in has ended, or an admin has removed the person. */
export const readLostSession = (): ErrorCode | null => lost;

export const onLostSession = subscribe;

export const isLostSession = (error: unknown): error is RequestError =>
  error instanceof RequestError && lostCodes.includes(error.code);

/** Throws the error again. */
export function noteLostSession(error: unknown): never {
  if (isLostSession(error) && lost === null) {
    lost = error.code ?? null;
    notify();
  }
  throw error;
}
