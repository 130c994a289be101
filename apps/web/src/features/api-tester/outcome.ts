import type { OperationProblem, VendorOperationReply } from '@warranty/contracts/api-tester';
import { lookupTimeoutMs, tokenTimeoutMs } from '@warranty/contracts/vendor-catalog';
import type { FrameFailure, SendOutcome, Step } from './send-outcome.ts';
import { isSuccess, relayedResponse, statusLine, type TestResponse } from './test-response.ts';

/** Why the server is offered: the browser could not read the answer, did not follow it, or the server itself failed. */
export type RelayOffer = 'instead' | 'follow' | 'again';

/** What the panel shows of the last test. */
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
      ? 'The token request was answered with a redirect. It was not followed: the client secret would go there too.'
      : 'The API answered with a redirect. It was not followed: any key and body would go there too.',
  timeout: (step) =>
    step === 'token'
      ? `The token request was not answered within ${seconds(tokenTimeoutMs)}.`
      : `The API did not answer within ${seconds(lookupTimeoutMs)}.`,
  'too-large': () => 'The answer is larger than 5 MB. It was not read.',
  unsendable: () => 'The browser cannot send this request. Check the URL and the headers.',
};

export function failedOutcome(message: string, relay: RelayOffer | null = null): Outcome {
  return { kind: 'failed', message, relay };
}

/** Where the server gets further than the browser did. It follows no token request, and waits no longer. */
function relayOffer(failure: FrameFailure, step: Step): RelayOffer | null {
  if (failure === 'network') return 'instead';
  return failure === 'redirect' && step === 'operation' ? 'follow' : null;
}

export function directOutcome(sent: SendOutcome, sourceName: string): Outcome {
  if (sent.kind === 'response') return { ...sent, relayed: false, sourceName };
  const { failure, step } = sent;
  return failedOutcome(failureMessages[failure](step), relayOffer(failure, step));
}

/** What the server answered. A status together with an error is the one of the token request. */
export function relayedOutcome(reply: VendorOperationReply, sourceName: string): Outcome {
  const { status, error, details } = reply;
  if (status === null) return failedOutcome(error ?? 'No answer came.', details.length > 0 ? null : 'again');
  const step = error === null ? 'operation' : 'token';
  return { kind: 'response', step, relayed: true, response: relayedResponse(reply, status), sourceName };
}

export function unresolvedOutcome(error: string, problems: readonly OperationProblem[]): Outcome {
  return { kind: 'unresolved', message: error, details: problems.map(({ message }) => message) };
}

/** The answer to a token request is as far as the test came. */
export const hasPassed = (outcome: Outcome) =>
  outcome.kind === 'response' && outcome.step === 'operation' && isSuccess(outcome.response);

export const noTokenMessage = 'The answer to the token request holds no access token.';
export const notCalledMessage = 'The operation itself was not called.';

interface Notice {
  title: string;
  description?: string;
  variant?: 'destructive';
}

function responseNotice(outcome: Outcome & { kind: 'response' }): Notice {
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

/** The toast that goes with an outcome. */
export function noticeOf(outcome: Outcome): Notice {
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
