// Routes a path to its vendor.
import type { IncomingMessage } from 'node:http';
import { preflightAnswer, withCors } from './cors.ts';
import { type Answer, type Call, readBody } from './http.ts';
import type { State } from './state.ts';
import type { Vendor } from './vendor.ts';

export async function vendorAnswer(request: IncomingMessage, url: URL, state: State): Promise<Answer> {
  const { method = '', headers } = request;
  const [id, vendor] = vendorOf(url.pathname, state);
  const rule = state.cors[id] ?? 'off';
  const preflight = preflightAnswer(rule, method, headers);
  if (preflight) return withCors(preflight, rule, headers);
  return withCors(await vendor.answer(await callOf(request, url)), rule, headers);
}

function vendorOf(path: string, { vendors }: State): [string, Vendor] {
  return Object.entries(vendors).findLast(([, each]) => each.takes(path)) ?? ['dell', vendors.dell];
}

async function callOf(request: IncomingMessage, url: URL): Promise<Call> {
  const { method = '', headers } = request;
  const body = method === 'POST' ? await readBody(request) : '';
  return { method, path: url.pathname, query: url.searchParams, headers, body };
}
