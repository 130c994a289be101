// The vendor's paths, with the CORS headers that let a browser call them directly.
import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ENDPOINTS, type EndpointPath } from './counts.ts';
import { receiveData } from './dell/assets.ts';
import { problem } from './dell/problem.ts';
import { tokenAnswer } from './dell/token.ts';
import { type Answer, readBody } from './http.ts';
import type { State } from './state.ts';

const TOKEN_PATH = '/auth/oauth/v2/token';
const DATA_BASE = '/PROD/sbil/eapi/v5';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
};

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, accept',
  'access-control-max-age': '600',
};

export async function vendorAnswer(request: IncomingMessage, url: URL, state: State): Promise<Answer> {
  const answer =
    request.method === 'OPTIONS'
      ? { status: 204, body: '', headers: PREFLIGHT }
      : await methodAnswer(request, url, state);
  return { ...answer, headers: { ...answer.headers, ...CORS } };
}

async function methodAnswer(request: IncomingMessage, url: URL, state: State): Promise<Answer> {
  const { pathname, searchParams: query } = url;
  const { authorization } = request.headers;
  if (pathname === TOKEN_PATH) {
    if (request.method !== 'POST') return problem(405, 'Use POST', pathname, { allow: 'POST' });
    state.counts.tokenCalls += 1;
    const body = await readBody(request);
    await slowness(state);
    return tokenAnswer({ authorization, body, query }, state);
  }
  const path = pathname.startsWith(DATA_BASE) ? pathname.slice(DATA_BASE.length) : '';
  if (!isEndpoint(path)) return problem(404, 'No such path', pathname);
  if (request.method !== 'GET') return problem(405, 'Use GET', path, { allow: 'GET' });
  const answer = receiveData({ path, authorization, query }, state);
  await slowness(state);
  return answer();
}

function isEndpoint(path: string): path is EndpointPath {
  return Object.hasOwn(ENDPOINTS, path);
}

async function slowness({ faults: { latencyMs = 0 } }: State): Promise<void> {
  if (latencyMs > 0) await delay(latencyMs, undefined, { ref: false });
}
