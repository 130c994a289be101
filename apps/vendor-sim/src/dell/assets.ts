// The four data calls: two accept up to 100 tags in `servicetags`, two accept one in `servicetag`.
import { isSelected } from '../faults.ts';
import { type Answer, type Call, json, serialsIn } from '../http.ts';
import { randomFor } from '../random.ts';
import type { Route, VendorState } from '../vendor.ts';
import { componentsOf } from './components.ts';
import { deviceRow } from './devices.ts';
import { driftedRow } from './drift.ts';
import { problem } from './problem.ts';
import type { AssetRow } from './row.ts';

const DATA_BASE = '/PROD/sbil/eapi/v5';
const MAX_TAGS = 100;

export const ENDPOINTS = {
  '/assets': { name: 'assets', plural: true },
  '/asset-entitlements': { name: 'assetEntitlements', plural: true },
  '/asset-components': { name: 'assetComponents', plural: false },
  '/asset-entitlement-components': { name: 'assetEntitlementComponents', plural: false },
} as const;

type EndpointPath = keyof typeof ENDPOINTS;

/** Undefined if there is no such path. */
export function endpointOf(path: string): EndpointPath | undefined {
  const rest = path.startsWith(DATA_BASE) ? path.slice(DATA_BASE.length) : '';
  return Object.hasOwn(ENDPOINTS, rest) ? (rest as EndpointPath) : undefined;
}

export function routeOf({ path, query }: Call, state: VendorState): Route | undefined {
  const endpoint = endpointOf(path);
  if (!endpoint) return undefined;
  const { name, plural } = ENDPOINTS[endpoint];
  const tags = serialsIn(query.get(plural ? 'servicetags' : 'servicetag') ?? '');
  return {
    name,
    allow: 'GET',
    serials: () => tags,
    answer: (turn) => assetAnswer(endpoint, tags, turn, state),
  };
}

function assetAnswer(path: EndpointPath, tags: string[], turn: number, state: VendorState): Answer {
  const { plural } = ENDPOINTS[path];
  const name = plural ? 'servicetags' : 'servicetag';
  if (tags.length === 0) return problem(400, `The parameter ${name} is missing`, path);
  const most = plural ? MAX_TAGS : 1;
  if (tags.length > most) return problem(400, `The parameter ${name} takes at most ${most}`, path);
  return plural
    ? listAnswer(path, [...new Set(tags)], turn, state)
    : singleAnswer(path, tags[0] ?? '', state);
}

function listAnswer(path: EndpointPath, tags: string[], turn: number, state: VendorState): Answer {
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

function singleAnswer(path: EndpointPath, tag: string, { faults, mode, clock }: VendorState): Answer {
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
