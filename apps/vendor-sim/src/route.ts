// From a path to the vendor whose it is, with the CORS headers that let a browser call it directly.
import type { IncomingMessage } from 'node:http';
import { dellAnswer } from './dell/dell.ts';
import { type Answer, type Call, readBody } from './http.ts';
import type { State } from './state.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'link, retry-after',
};

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, accept, clientid, x-cisco-meraki-api-key',
  'access-control-max-age': '600',
};

export async function vendorAnswer(request: IncomingMessage, url: URL, state: State): Promise<Answer> {
  const answer =
    request.method === 'OPTIONS'
      ? { status: 204, body: '', headers: PREFLIGHT }
      : await routedAnswer(await callOf(request, url), state);
  return { ...answer, headers: { ...answer.headers, ...CORS } };
}

async function callOf(request: IncomingMessage, url: URL): Promise<Call> {
  const { method = '', headers } = request;
  const body = method === 'POST' ? await readBody(request) : '';
  return { method, path: url.pathname, query: url.searchParams, headers, body };
}

/** Dell answers for the paths that nobody has. */
function routedAnswer(call: Call, state: State): Promise<Answer> {
  const vendor = Object.values(state.vendors).find((each) => each.takes(call.path));
  return vendor ? vendor.answer(call) : dellAnswer(call, state);
}
