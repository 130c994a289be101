// Errors of the data calls: a list in which each error has an id of its own, and the status is a text.
import { randomUUID } from 'node:crypto';
import { type Answer, json } from '../http.ts';

const KINDS = {
  400: ['PARAMETER_ERROR.INVALID', 'A parameter is not valid'],
  401: ['NOT_AUTHORIZED', 'The access token is not valid'],
  403: ['FORBIDDEN_ERROR', 'The request is not allowed'],
  404: ['NOT_FOUND', 'There is no such resource'],
  405: ['METHOD_NOT_ALLOWED', 'The method is not allowed'],
  429: ['RATE_LIMIT_EXCEEDED', 'Too many requests'],
  500: ['UNEXPECTED_ERROR', 'Something went wrong'],
  503: ['SERVICE_UNAVAILABLE', 'The service is not available'],
} as const;

export function problem(
  status: keyof typeof KINDS,
  detail: string,
  headers: Record<string, string> = {},
): Answer {
  const [code, title] = KINDS[status];
  const error = { id: randomUUID(), status: String(status), code, title, detail };
  return json(status, { errors: [error] }, headers);
}
