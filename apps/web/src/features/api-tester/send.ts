import { readAccessToken } from '@warranty/domain/vendor-operations/auth';
import { type ResolvedOperation, withAccessToken } from '@warranty/domain/vendor-operations/resolve';
import { type FrameResult, inRequestFrame } from './request-frame.ts';
import {
  isSuccess,
  readData,
  type SendOutcome,
  type Step,
  statusTextOf,
  type TestResponse,
} from './test-response.ts';

function outcomeOf(answer: FrameResult, step: Step, config: TestResponse['config']): SendOutcome {
  if ('failure' in answer) return { kind: 'failure', step, failure: answer.failure };
  const { body, ...response } = answer;
  const data = readData(body, response.headers['content-type']);
  const statusText = statusTextOf(response.status, response.statusText);
  return { kind: 'response', step, response: { ...response, data, statusText, config } };
}

/** Sends directly from the browser to the API, in a dedicated frame for this test. */
export function sendDirect(resolved: ResolvedOperation, signal: AbortSignal): Promise<SendOutcome> {
  return inRequestFrame(signal, async (send) => {
    let ready = resolved;
    const { tokenRequest } = resolved;
    if (tokenRequest) {
      const { url, method } = tokenRequest;
      const exchanged = outcomeOf(await send(tokenRequest), 'token', { url, method });
      if (exchanged.kind === 'failure' || !isSuccess(exchanged.response)) return exchanged;
      const token = readAccessToken(exchanged.response.data);
      // Show the response unchanged: the vendor's message explains best what is missing.
      if (token === null) return exchanged;
      ready = withAccessToken(resolved, token);
    }
    const { url, method, headers, body, timeoutMs, shownUrl } = ready;
    const answer = await send({ url, method, headers, body, timeoutMs });
    return outcomeOf(answer, 'operation', { url: shownUrl, method });
  });
}
