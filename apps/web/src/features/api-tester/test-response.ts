import type { VendorOperationReply } from '@warranty/contracts/api-tester';

/** What an API answered, whichever way it was asked. */
export interface TestResponse {
  data: unknown;
  status: number;
  statusText: string;
  headers: Record<string, string>;
  config: { url: string; method: string };
}

export const isSuccess = ({ status }: Pick<TestResponse, 'status'>) => status >= 200 && status < 300;

/** HTTP/2 has no words for a status, and the relay hands on none. */
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

export const statusTextOf = (status: number, told = '') => told || (phrases[status] ?? '');

export const statusLine = ({ status, statusText }: TestResponse) => `${status} ${statusText}`.trim();

/** JSON where the content type says so, else a text; JSON that cannot be read is a text as well. */
export function readData(body: string, contentType = ''): unknown {
  if (!/^[^;]*[/+]json\b/i.test(contentType)) return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

/** For people: a text as it is, and everything else as JSON in lines. */
export function dataText(data: unknown): string {
  return typeof data === 'string' ? data : (JSON.stringify(data, null, 2) ?? '');
}

export function relayedResponse(reply: VendorOperationReply, status: number): TestResponse {
  const { data, headers, requestConfig } = reply;
  const { url, method } = requestConfig;
  return { data, status, statusText: statusTextOf(status), headers, config: { url, method } };
}
