import type { VendorOperationReply } from '@warranty/contracts/api-tester';

/** The response of an API, sent directly or through the server. */
export interface TestResponse {
  data: unknown;
  status: number;
  statusText: string;
  headers: Record<string, string>;
  config: { url: string; method: string };
}

export const isSuccess = ({ status }: Pick<TestResponse, 'status'>) => status >= 200 && status < 300;

/** HTTP/2 has no reason phrases, and the relay does not forward them. */
const phrases: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

export const statusTextOf = (status: number, sent = '') => sent || (phrases[status] ?? '');

export const statusLine = ({ status, statusText }: TestResponse) => `${status} ${statusText}`.trim();

/** Parses JSON according to the content type. Anything else, including invalid JSON, stays text. */
export function readData(body: string, contentType = ''): unknown {
  if (!/^[^;]*[/+]json\b/i.test(contentType)) return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

/** For display: text unchanged, everything else as formatted JSON. */
export function dataText(data: unknown): string {
  return typeof data === 'string' ? data : (JSON.stringify(data, null, 2) ?? '');
}

export function relayedResponse(reply: VendorOperationReply, status: number): TestResponse {
  const { data, headers, requestConfig } = reply;
  const { url, method } = requestConfig;
  return { data, status, statusText: statusTextOf(status), headers, config: { url, method } };
}

/** Why there is no response to show. A browser cannot distinguish a CORS rejection from an unreachable server. */
export type FrameFailure = 'network' | 'redirect' | 'timeout' | 'too-large' | 'unsendable';

/** Some vendors need a token first, and the test may end at that step. */
export type Step = 'token' | 'operation';

export type SendOutcome =
  | { kind: 'response'; step: Step; response: TestResponse }
  | { kind: 'failure'; step: Step; failure: FrameFailure };
