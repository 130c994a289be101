// Whether pages of other origins may read a vendor's replies. Off by default: no vendor documents that they may.
import type { IncomingHttpHeaders } from 'node:http';
import { isObject, isOneOf } from './faults.ts';
import { type Answer, RefusalError } from './http.ts';

/** `no-null` allows every origin except null, which is the origin of a sandboxed frame. */
export type CorsRule = 'off' | 'any' | 'no-null';
export type CorsRules = Record<string, CorsRule>;

const isRule = isOneOf('off', 'any', 'no-null');

export function newCorsRules(vendors: string[]): CorsRules {
  return Object.fromEntries(vendors.map((vendor) => [vendor, 'off']));
}

/** Sets the named vendors and leaves others unchanged. If one of them is invalid, nothing is set. */
export function setCorsRules(rules: CorsRules, wanted: unknown): CorsRules {
  if (!isObject(wanted)) throw new RefusalError(400, 'the rules must be an object');
  const wrong = Object.entries(wanted).filter(([name, rule]) => !Object.hasOwn(rules, name) || !isRule(rule));
  if (wrong.length > 0) {
    throw new RefusalError(400, `not a vendor, or not a rule: ${wrong.map(([name]) => name).join(', ')}`);
  }
  return Object.assign(rules, wanted);
}

function allowedOrigin(rule: CorsRule, origin: string | undefined): string | undefined {
  if (rule === 'any') return '*';
  return rule === 'no-null' && origin !== 'null' ? origin : undefined;
}

/** Adds CORS headers to the reply if the rule allows the origin. */
export function withCors(answer: Answer, rule: CorsRule, { origin }: IncomingHttpHeaders): Answer {
  const allowed = allowedOrigin(rule, origin);
  if (allowed === undefined) return answer;
  const headers = {
    ...answer.headers,
    'access-control-allow-origin': allowed,
    'access-control-expose-headers': 'link, retry-after',
    vary: 'origin',
  };
  return { ...answer, headers };
}

/** Reply to a preflight request; undefined if the vendor does not support CORS. */
export function preflightAnswer(
  rule: CorsRule,
  method: string,
  headers: IncomingHttpHeaders,
): Answer | undefined {
  if (method !== 'OPTIONS' || rule === 'off') return undefined;
  return {
    status: 204,
    body: '',
    headers: {
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
      // Not cached, because a rule can change between two calls.
      'access-control-max-age': '0',
    },
  };
}
