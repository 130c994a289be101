import type { OperationProblem } from '@warranty/contracts/api-tester';
import { lookupTimeoutMs, tokenTimeoutMs } from '@warranty/contracts/vendor-catalog';
import type { FrameFailure } from './request-frame.ts';
import type { SendOutcome, Step } from './send.ts';
import { isSuccess, statusLine, type TestResponse } from './test-response.ts';

/** Why the server is offered: the browser could not, or the server itself failed to. */
type RelayOffer = 'instead' | 'again';

/** What the panel shows of the last test. */
export type Outcome =
  | { kind: 'response'; step: Step; relayed: boolean; response: TestResponse; sourceName: string }
  | { kind: 'failed'; message: string; details: string[]; relay: RelayOffer | null }
  | { kind: 'unresolved'; message: string; details: string[] };

const networkSentence =
  'Network error: Unable to reach the API endpoint. This may be due to CORS restrictions or the server being unavailable.';

const seconds = (ms: number) => `${ms / 1000} seconds`;

const failureWords: Record<FrameFailure, (step: Step) => string> = {
  network: () => networkSentence,
  timeout: (step) =>
    step === 'token'
      ? `The token request was not answered within ${seconds(tokenTimeoutMs)}.`
      : `The API did not answer within ${seconds(lookupTimeoutMs)}.`,
  'too-large': () => 'The answer is larger than 5 MB. It was not read.',
  unsendable: () => 'The browser cannot send this request. Check the URL and the headers.',
};

export function failedOutcome(
  message: string,
  details: string[] = [],
  relay: RelayOffer | null = null,
): Outcome {
  return { kind: 'failed', message, details, relay };
}

export function directOutcome(sent: SendOutcome, sourceName: string): Outcome {
  if (sent.kind === 'response') return { ...sent, relayed: false, sourceName };
  const { failure, step } = sent;
  return failedOutcome(failureWords[failure](step), [], failure === 'network' ? 'instead' : null);
}

export function unresolvedOutcome(error: string, problems: readonly OperationProblem[]): Outcome {
  return { kind: 'unresolved', message: error, details: problems.map(({ message }) => message) };
}

/** The answer to a token request is as far as the test came. */
export const hasPassed = (outcome: Outcome) =>
  outcome.kind === 'response' && outcome.step === 'operation' && isSuccess(outcome.response);

interface Notice {
  title: string;
  description?: string;
  variant?: 'destructive';
}

/** The toast that goes with an outcome. */
export function noticeOf(outcome: Outcome): Notice {
  switch (outcome.kind) {
    case 'response':
      return hasPassed(outcome)
        ? { title: 'API Test Successful', description: statusLine(outcome.response) }
        : {
            variant: 'destructive',
            title: 'API Response Received',
            description: statusLine(outcome.response),
          };
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
