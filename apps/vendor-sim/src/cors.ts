// Whether pages of other origins may read a vendor's answers. Off at the start: no vendor documents that they may.
import type { IncomingHttpHeaders } from 'node:http';
import { isObject, isOneOf } from './faults.ts';
import { type Answer, Refusal } from './http.ts';

/** `no-null` takes every origin that has a name; a sandboxed frame has none. */
export type CorsRule = 'off' | 'any' | 'no-null';
export type CorsRules = Record<string, CorsRule>;

const isRule = isOneOf('off', 'any', 'no-null');

export function newCorsRules(vendors: string[]): CorsRules {
  return Object.fromEntries(vendors.map((vendor) => [vendor, 'off']));
}

/** Named vendors are set, others stay as they are; nothing is set where one of them is wrong. */
export function setCorsRules(rules: CorsRules, wanted: unknown): CorsRules {
  if (!isObject(wanted)) throw new Refusal(400, 'the rules must be an object');
  const wrong = Object.entries(wanted).filter(([name, rule]) => !Object.hasOwn(rules, name) || !isRule(rule));
  if (wrong.length > 0) {
    throw new Refusal(400, `not a vendor, or not a rule: ${wrong.map(([name]) => name).join(', ')}`);
  }
  return Object.assign(rules, wanted);
}

function allowedOrigin(rule: CorsRule, origin: string | undefined): string | undefined {
  if (rule === 'any') return '*';
  return rule === 'no-null' && origin !== 'null' ? origin : undefined;
}

/** The answer as a browser may read it, or as it was. */
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

/** What a browser asks before a call that a form could not make; undefined where the vendor does not know of it. */
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
      // A rule can change from one call to the next.
      'access-control-max-age': '0',
    },
  };
}
