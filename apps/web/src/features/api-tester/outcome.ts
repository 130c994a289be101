import type { OperationProblem, VendorOperationReply } from '@warranty/contracts/api-tester';
import { defaultTimeouts } from '@warranty/contracts/vendors/vendor';
import type { ToastOptions } from '../../ui/feedback/toast-store.ts';
import {
  type FrameFailure,
  isSuccess,
  relayedResponse,
  type SendOutcome,
  type Step,
  statusLine,
  type TestResponse,
} from './test-response.ts';

/**
 * Why sending through the server is offered: the browser could not read the response, did not follow a redirect, or the
 * server itself failed.
 */
export type RelayOffer = 'instead' | 'follow' | 'again';

/** Result of the last test, as shown in the panel. */
export type Outcome =
  | { kind: 'response'; step: Step; relayed: boolean; response: TestResponse; sourceName: string }
  | { kind: 'failed'; message: string; relay: RelayOffer | null }
  | { kind: 'unresolved'; message: string; details: string[] };

const networkMessage =
  'Network error: Unable to reach the API endpoint. This may be due to CORS restrictions or the server being unavailable.';

const seconds = (ms: number) => `${ms / 1000} seconds`;

const failureMessages: Record<FrameFailure, (step: Step) => string> = {
  network: () => networkMessage,
  redirect: (step) =>
    step === 'token'
      ? 'The token request was redirected. The redirect was not followed because it would receive the client secret.'
      : 'The API returned a redirect. It was not followed because it would receive your key and the request body.',
  timeout: (step) =>
    step === 'token'
      ? `The token request timed out after ${seconds(defaultTimeouts.tokenMs)}.`
      : `The request timed out after ${seconds(defaultTimeouts.lookupMs)}.`,
  'too-large': () => 'The response is larger than 5 MB and was not read.',
  unsendable: () => 'The browser cannot send this request. Check the URL and the headers.',
};

export function failedOutcome(message: string, relay: RelayOffer | null = null): Outcome {
  return { kind: 'failed', message, relay };
}

/**
 * Offers the server only if it can do more than the browser. It does not follow redirects of token requests, and its
 * timeout is not longer.
 */
function relayOffer(failure: FrameFailure, step: Step): RelayOffer | null {
  if (failure === 'network') return 'instead';
  return failure === 'redirect' && step === 'operation' ? 'follow' : null;
}

export function directOutcome(sent: SendOutcome, sourceName: string): Outcome {
  if (sent.kind === 'response') return { ...sent, relayed: false, sourceName };
  const { failure, step } = sent;
  return failedOutcome(failureMessages[failure](step), relayOffer(failure, step));
}

/** The result of a request through the server. A status with an error belongs to the token request. */
export function relayedOutcome(reply: VendorOperationReply, sourceName: string): Outcome {
  const { status, error, details } = reply;
  if (status === null) return failedOutcome(error ?? 'No response.', details.length > 0 ? null : 'again');
  const step = error === null ? 'operation' : 'token';
  return { kind: 'response', step, relayed: true, response: relayedResponse(reply, status), sourceName };
}

export function unresolvedOutcome(error: string, problems: readonly OperationProblem[]): Outcome {
  return { kind: 'unresolved', message: error, details: problems.map(({ message }) => message) };
}

/** A token response alone is not a pass. */
export const hasPassed = (outcome: Outcome) =>
  outcome.kind === 'response' && outcome.step === 'operation' && isSuccess(outcome.response);

export const noTokenMessage = 'The token response does not contain an access token.';
export const notCalledMessage = 'The operation itself was not called.';

function responseNotice(outcome: Outcome & { kind: 'response' }): ToastOptions {
  const description = statusLine(outcome.response);
  if (hasPassed(outcome)) return { title: 'API Test Successful', description };
  if (!isSuccess(outcome.response))
    return { variant: 'destructive', title: 'API Response Received', description };
  return {
    variant: 'destructive',
    title: 'API Test Failed',
    description: `${noTokenMessage} ${notCalledMessage}`,
  };
}

/** The toast for an outcome. */
export function noticeOf(outcome: Outcome): ToastOptions {
  switch (outcome.kind) {
    case 'response':
      return responseNotice(outcome);
    case 'failed':
      return { variant: 'destructive', title: 'API Test Failed', description: outcome.message };
    case 'unresolved':
      return {
        variant: 'destructive',
        title: `Endpoint Resolution Failed: ${outcome.message}`,
        ...(outcome.details.length > 0 && { description: outcome.details.join(' ') }),
      };
  }
}
