import type { OperationProblem, VendorOperationRequest } from '@warranty/contracts/api-tester';
import { list } from '../list.ts';
import { problem } from './problems.ts';

/** They control the connection, impersonate another sender, or override the chosen method. */
const refused = new Set(
  list(`
    accept-charset, accept-encoding, connection, content-length, cookie, cookie2, date, dnt, expect, host,
    keep-alive, origin, referer, set-cookie, te, trailer, transfer-encoding, upgrade, via, x-http-method,
    x-http-method-override, x-method-override
  `),
);
const refusedPrefixes = ['proxy-', 'sec-', 'access-control-'];

const nameForm = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Valid header characters: no line breaks, and only single-byte characters. */
const valueForm = /^[\t\x20-\x7e\x80-\xff]*$/;

function isForbiddenHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return refused.has(lower) || refusedPrefixes.some((prefix) => lower.startsWith(prefix));
}

/** What is wrong with a header, or null. Expects a trimmed name and value. */
export function headerProblem(name: string, value: string): { in: 'key' | 'value'; message: string } | null {
  if (name === '') return { in: 'key', message: 'Header name is required' };
  if (!nameForm.test(name)) return { in: 'key', message: 'Header name contains an invalid character' };
  if (isForbiddenHeader(name)) return { in: 'key', message: `Header ${name} cannot be set` };
  if (value === '') return { in: 'value', message: 'Header value is required' };
  if (!valueForm.test(value)) return { in: 'value', message: 'Header value contains an invalid character' };
  return null;
}

/** Headers by lower-case name; a later one replaces an earlier one. */
export function readHeaders(typed: NonNullable<VendorOperationRequest['extraHeaders']>) {
  const headers: Record<string, string> = {};
  const problems: OperationProblem[] = [];
  typed.forEach(({ key, value }, index) => {
    const [name, text] = [key.trim(), value.trim()];
    const found = headerProblem(name, text);
    if (found) problems.push(problem(`extraHeaders.${index}.${found.in}`, found.message));
    else headers[name.toLowerCase()] = text;
  });
  return { headers, problems };
}
