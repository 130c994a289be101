// Meraki's Dashboard API v1: a key has access to organizations, each with an inventory and licenses.
import { BUSY_CHECKS, isCount, ROW_CHECKS } from '../faults.ts';
import { type Answer, type Call, decoded } from '../http.ts';
import { bearerOf } from '../token.ts';
import { defineVendor, type Route, type VendorState } from '../vendor.ts';
import { errors } from './errors.ts';
import { type Place, placeOf } from './paths.ts';
import { exceedsRate } from './rate.ts';
import { SAMPLES } from './samples.ts';

const BASE = '/api/v1';

export const meraki = defineVendor({
  name: 'Meraki',
  samples: SAMPLES,
  faults: { ...BUSY_CHECKS, ...ROW_CHECKS, ratePerSecond: (value) => isCount(value) && value !== 0 },
  takes: (path) => path.startsWith(`${BASE}/`),
  isAuthorized: hasKey,
  texts: {
    401: 'The API key is not valid',
    403: 'The key may not do this',
    404: 'There is no such path',
    429: 'Too many requests',
    500: 'Internal error',
  },
  error: errors,
  routeOf,
});

function routeOf(call: Call, state: VendorState): Route | undefined {
  const place = placeOf(decoded(call.path.slice(BASE.length)));
  return (
    place && {
      allow: 'GET',
      serials: () => serialsOf(call, place),
      answer: () => overRate(place, state) ?? place.answer(call, state),
    }
  );
}

function serialsOf({ query }: Call, { serial }: Place): string[] {
  const named = [serial, query.get('serial'), query.get('deviceSerial'), ...query.getAll('serials[]')];
  return named.flatMap((each) => each?.toUpperCase() || []);
}

/** The v0 header is still accepted. */
function hasKey({ headers }: Call): boolean {
  const key = bearerOf(headers.authorization) ?? headers['x-cisco-meraki-api-key'];
  return typeof key === 'string' && key !== '' && !key.includes('bad');
}

function overRate({ organizationId }: Place, { faults, counts }: VendorState): Answer | undefined {
  if (organizationId === '' || faults.ratePerSecond === undefined) return undefined;
  return exceedsRate(counts, organizationId, faults.ratePerSecond)
    ? errors(429, 'Too many requests for this organization', { 'retry-after': '1' })
    : undefined;
}
