// Dell's paths.
import type { Answer, Call } from '../http.ts';
import type { State } from '../state.ts';
import { tokenAnswer } from '../token.ts';
import { dataAnswer } from './assets.ts';
import { ENDPOINTS, type EndpointPath } from './counts.ts';
import { problem } from './problem.ts';
import { TOKEN } from './token.ts';

const TOKEN_PATH = '/auth/oauth/v2/token';
const DATA_BASE = '/PROD/sbil/eapi/v5';

export async function dellAnswer(call: Call, state: State): Promise<Answer> {
  if (call.path === TOKEN_PATH) {
    if (call.method !== 'POST') return problem(405, 'Use POST', call.path, { allow: 'POST' });
    return tokenAnswer(call, TOKEN, state);
  }
  const path = call.path.startsWith(DATA_BASE) ? call.path.slice(DATA_BASE.length) : '';
  if (!isEndpoint(path)) return problem(404, 'No such path', call.path);
  if (call.method !== 'GET') return problem(405, 'Use GET', path, { allow: 'GET' });
  return dataAnswer({ ...call, path }, state);
}

function isEndpoint(path: string): path is EndpointPath {
  return Object.hasOwn(ENDPOINTS, path);
}
