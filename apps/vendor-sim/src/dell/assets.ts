// The four data calls: two take up to 100 tags in `servicetags`, two take one in `servicetag`.
import { countDataCall, dataCalls, ENDPOINTS, type EndpointPath } from '../counts.ts';
import { type Answer, json } from '../http.ts';
import type { State } from '../state.ts';
import { componentsOf } from './components.ts';
import { deviceRow } from './devices.ts';
import { driftedRow } from './drift.ts';
import { picksTag, strikes } from './faults.ts';
import { problem } from './problem.ts';
import { randomFor } from './random.ts';
import type { AssetRow } from './row.ts';
import { isAuthorized } from './token.ts';

const MOST_TAGS = 100;
const HTML =
  '<!DOCTYPE html><html><head><title>Maintenance</title></head><body>We will be back.</body></html>';

export interface DataCall {
  path: EndpointPath;
  authorization: string | undefined;
  query: URLSearchParams;
}

function tagsOf({ path, query }: DataCall): string[] {
  const text = query.get(ENDPOINTS[path].plural ? 'servicetags' : 'servicetag') ?? '';
  return text
    .split(',')
    .map((tag) => tag.trim().toUpperCase())
    .filter((tag) => tag !== '');
}

/** Counted at once, answered when the simulator is ready: a slow answer is a call all the same. */
export function receiveData(call: DataCall, state: State): () => Answer {
  const tags = tagsOf(call);
  countDataCall(state.counts, call.path, tags);
  const turn = dataCalls(state.counts);
  return () => faultAnswer(call, state) ?? cutShort(dataAnswer(call, tags, turn, state), state);
}

function faultAnswer({ path, authorization }: DataCall, state: State): Answer | undefined {
  const { faults } = state;
  if (strikes(faults, 'hang')) return { ...json(200, null), how: 'hang' };
  if (!isAuthorized(authorization, state) || endsTokens(state)) {
    return problem(401, 'Access token is invalid or expired', path);
  }
  if (strikes(faults, 'forbidden')) return problem(403, 'The key is not entitled to this call', path);
  const { retryAfter } = faults.busy ?? {};
  if (strikes(faults, 'busy')) return problem(429, 'Quota exceeded', path, retryHeader(retryAfter));
  if (strikes(faults, 'serverErrors')) return problem(500, 'Internal error', path);
  if (strikes(faults, 'htmlInsteadOfJson')) {
    return { status: 200, body: HTML, headers: { 'content-type': 'text/html; charset=utf-8' } };
  }
  return undefined;
}

function endsTokens({ faults, tokens }: State): boolean {
  if (faults.unauthorizedAlways) return true;
  if (faults.unauthorizedAfter === undefined) return false;
  if (faults.unauthorizedAfter > 0) {
    faults.unauthorizedAfter -= 1;
    return false;
  }
  delete faults.unauthorizedAfter;
  tokens.clear();
  return true;
}

/** A date has whole seconds only; it is rounded up, so that the wait is never shorter than asked for. */
function retryHeader(after: number | { inSecondsAsDate: number } | undefined): Record<string, string> {
  if (after === undefined) return {};
  if (typeof after === 'number') return { 'retry-after': String(after) };
  const seconds = Math.ceil(Date.now() / 1000 + after.inSecondsAsDate);
  return { 'retry-after': new Date(seconds * 1000).toUTCString() };
}

function cutShort(answer: Answer, { faults }: State): Answer {
  return answer.status === 200 && strikes(faults, 'halfAnswer') ? { ...answer, how: 'cut' } : answer;
}

function dataAnswer({ path }: DataCall, tags: string[], turn: number, state: State): Answer {
  const { plural } = ENDPOINTS[path];
  const name = plural ? 'servicetags' : 'servicetag';
  if (tags.length === 0) return problem(400, `The parameter ${name} is missing`, path);
  const most = plural ? MOST_TAGS : 1;
  if (tags.length > most) return problem(400, `The parameter ${name} takes at most ${most}`, path);
  return plural
    ? listAnswer(path, [...new Set(tags)], turn, state)
    : singleAnswer(path, tags[0] ?? '', state);
}

function listAnswer(path: EndpointPath, tags: string[], turn: number, state: State): Answer {
  const { faults, mode } = state;
  const now = state.clock();
  const rows = tags.flatMap((tag, index) => {
    if (picksTag(faults.missingTags, tag, index)) return [];
    if (picksTag(faults.malformedTags, tag, index)) return [{ serviceTag: tag, entitlements: 'unavailable' }];
    const { entitlements, ...header } = deviceRow(tag, mode, now);
    const full = path === '/assets' || !entitlements ? header : { ...header, entitlements };
    return [driftedRow(full, faults.drift)];
  });
  const sent = randomFor(`turn ${turn}`).shuffle(faults.duplicateRows ? [...rows, ...rows] : rows);
  return json(200, faults.drift === 'arrayBecomesObject' ? { assets: sent } : sent);
}

function singleAnswer(path: EndpointPath, tag: string, { faults, mode, clock }: State): Answer {
  const device: AssetRow = deviceRow(tag, mode, clock());
  const { entitlements, ...header } = device;
  const summary = path === '/asset-entitlement-components' && entitlements;
  const list = componentsOf(device);
  const components = faults.drift === 'arrayBecomesObject' ? { component: list } : list;
  return json(200, {
    ...driftedRow(summary ? { ...header, entitlements } : header, faults.drift),
    components,
  });
}
