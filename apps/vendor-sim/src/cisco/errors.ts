// Two kinds of errors: the API's own, with a code, and plain text from the gateway in front of it.
import { type Answer, json } from '../http.ts';
import { apiError } from './row.ts';

export function callError(
  status: number,
  code: string,
  text: string,
  headers: Record<string, string> = {},
): Answer {
  return json(status, { ErrorResponse: { APIError: [apiError(code, text)] } }, headers);
}

export function gatewayError(status: number, text: string): Answer {
  return { status, body: text, headers: { 'content-type': 'text/plain; charset=utf-8' } };
}
