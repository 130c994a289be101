// Routes a path to its vendor.
import type { IncomingMessage } from 'node:http';
import { preflightAnswer, withCors } from './cors.ts';
import { dellAnswer } from './dell/dell.ts';
import { type Answer, type Call, readBody } from './http.ts';
import type { State } from './state.ts';

export async function vendorAnswer(request: IncomingMessage, url: URL, state: State): Promise<Answer> {
  const { method = '', headers } = request;
  // Dell handles the paths that no other vendor claims.
  const [id, vendor] = Object.entries(state.vendors).find(([, each]) => each.takes(url.pathname)) ?? ['dell'];
  const rule = state.cors[id] ?? 'off';
  const preflight = preflightAnswer(rule, method, headers);
  if (preflight) return withCors(preflight, rule, headers);
  const call = await callOf(request, url);
  return withCors(await (vendor ? vendor.answer(call) : dellAnswer(call, state)), rule, headers);
}

async function callOf(request: IncomingMessage, url: URL): Promise<Call> {
  const { method = '', headers } = request;
  const body = method === 'POST' ? await readBody(request) : '';
  return { method, path: url.pathname, query: url.searchParams, headers, body };
}
