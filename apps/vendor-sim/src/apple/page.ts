// Lists in pages: the next page has a cursor, which is in the links and in the paging information.
import { type Answer, type Call, json } from '../http.ts';
import { problem } from './errors.ts';

const DEFAULT_ROWS = 100;
const MAX_ROWS = 1000;

export const originOf = ({ headers }: Call) => `http://${headers.host}`;

export function pageAnswer(call: Call, rows: object[]): Answer {
  const limit = numberIn(call.query.get('limit') ?? String(DEFAULT_ROWS));
  if (limit < 1 || limit > MAX_ROWS) return problem(400, `limit must be a number from 1 to ${MAX_ROWS}`);
  const cursor = call.query.get('cursor');
  const start = cursor === null ? 0 : numberIn(Buffer.from(cursor, 'base64url').toString());
  if (start < 0 || start > rows.length) return problem(400, 'cursor is not valid');
  const end = start + limit;
  const nextCursor = end < rows.length ? Buffer.from(String(end)).toString('base64url') : undefined;
  return json(200, {
    data: rows.slice(start, end),
    links: linksOf(call, limit, nextCursor),
    meta: { paging: { limit, ...(nextCursor === undefined ? {} : { nextCursor }) } },
  });
}

function linksOf(call: Call, limit: number, nextCursor: string | undefined): Record<string, string> {
  const path = `${originOf(call)}${call.path}`;
  const query = String(call.query);
  const self = query === '' ? path : `${path}?${query}`;
  return nextCursor === undefined
    ? { self }
    : { self, next: `${path}?${new URLSearchParams({ limit: String(limit), cursor: nextCursor })}` };
}

/** -1 if the text is not a whole number. */
function numberIn(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : -1;
}
