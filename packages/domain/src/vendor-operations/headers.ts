import type { OperationProblem } from '@warranty/contracts/api-tester';
import { problem } from './problems.ts';

export interface HeaderInput {
  key: string;
  value: string;
}

/** They steer the connection, speak for somebody else, or ask for another method than the one that was chosen. */
const refused = new Set([
  'accept-charset',
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'cookie2',
  'date',
  'dnt',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'referer',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
]);
const refusedPrefixes = ['proxy-', 'sec-', 'access-control-'];

const nameForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** What a header can carry: no line ends, and nothing beyond one byte. */
const valueForm = /^[\t\x20-\x7e\x80-\xff]*$/;

export function isForbiddenHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return refused.has(lower) || refusedPrefixes.some((prefix) => lower.startsWith(prefix));
}

/** What is wrong with a header, or null. Names and values are checked without the spaces around them. */
export function headerProblem(name: string, value: string): { in: 'key' | 'value'; message: string } | null {
  if (name === '') return { in: 'key', message: 'Header name is required' };
  if (!nameForm.test(name))
    return { in: 'key', message: 'Header name holds a character that no header name has' };
  if (isForbiddenHeader(name)) return { in: 'key', message: `Header ${name} cannot be set` };
  if (value === '') return { in: 'value', message: 'Header value is required' };
  if (!valueForm.test(value))
    return { in: 'value', message: 'Header value holds a character that no header can carry' };
  return null;
}

/** The headers by their lower-case names; a later one replaces an earlier one. */
export function readHeaders(typed: readonly HeaderInput[]): {
  headers: Record<string, string>;
  problems: OperationProblem[];
} {
  const headers: Record<string, string> = {};
  const problems: OperationProblem[] = [];
  typed.forEach(({ key, value }, at) => {
    const [name, text] = [key.trim(), value.trim()];
    const found = headerProblem(name, text);
    if (found) problems.push(problem(`extraHeaders.${at}.${found.in}`, found.message));
    else headers[name.toLowerCase()] = text;
  });
  return { headers, problems };
}
