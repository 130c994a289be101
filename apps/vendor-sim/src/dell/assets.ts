// The four data calls: two accept up to 100 tags in `servicetags`, two accept one in `servicetag`.
import { answerData } from '../data-call.ts';
import { isSelected, retryHeader } from '../faults.ts';
import { type Answer, type Call, json } from '../http.ts';
import { randomFor } from '../random.ts';
import type { State } from '../state.ts';
import { byToken } from '../token.ts';
import { componentsOf } from './components.ts';
import { countDataCall, dataCalls, ENDPOINTS, type EndpointPath } from './counts.ts';
import { deviceRow } from './devices.ts';
import { driftedRow } from './drift.ts';
import { problem } from './problem.ts';
import type { AssetRow } from './row.ts';

const MAX_TAGS = 100;

export interface AssetCall extends Call {
  path: EndpointPath;
}

function tagsOf({ path, query }: AssetCall): string[] {
  const text = query.get(ENDPOINTS[path].plural ? 'servicetags' : 'servicetag') ?? '';
  return text
    .split(',')
    .map((tag) => tag.trim().toUpperCase())
    .filter((tag) => tag !== '');
}

export function dataAnswer(call: AssetCall, state: State): Promise<Answer> {
  const { path } = call;
  const tags = tagsOf(call);
  countDataCall(state.counts, path, tags);
  const turn = dataCalls(state.counts);
  return answerData({
    state,
    ...byToken(call, state),
    errors: {
      unauthorized: () => problem(401, 'Access token is invalid or expired', path),
      forbidden: () => problem(403, 'The key is not entitled to this call', path),
      busy: () => problem(429, 'Quota exceeded', path, retryHeader(state.faults)),
      serverError: () => problem(500, 'Internal error', path),
    },
    answer: () => assetAnswer(path, tags, turn, state),
  });
}

function assetAnswer(path: EndpointPath, tags: string[], turn: number, state: State): Answer {
  const { plural } = ENDPOINTS[path];
  const name = plural ? 'servicetags' : 'servicetag';
  if (tags.length === 0) return problem(400, `The parameter ${name} is missing`, path);
  const most = plural ? MAX_TAGS : 1;
  if (tags.length > most) return problem(400, `The parameter ${name} takes at most ${most}`, path);
  return plural
    ? listAnswer(path, [...new Set(tags)], turn, state)
    : singleAnswer(path, tags[0] ?? '', state);
}

function listAnswer(path: EndpointPath, tags: string[], turn: number, state: State): Answer {
  const { faults, mode } = state;
  const now = state.clock();
  const rows = tags.flatMap((tag, index) => {
    if (isSelected(faults.missingTags, tag, index)) return [];
    if (isSelected(faults.malformedTags, tag, index))
      return [{ serviceTag: tag, entitlements: 'unavailable' }];
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
