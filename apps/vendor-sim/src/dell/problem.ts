// Errors of the data calls are problem details; the type and the extra members of the real host are unknown.
import { type Answer, json } from '../http.ts';

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

export function problem(
  status: number,
  detail: string,
  instance: string,
  headers: Record<string, string> = {},
): Answer {
  return json(status, { title: TITLES[status] ?? 'Error', status, detail, instance }, headers);
}
