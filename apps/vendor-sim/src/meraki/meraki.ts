// Meraki's Dashboard API v1: a key has access to organizations, each with an inventory and licenses.
import { countCall } from '../counts.ts';
import { answerData } from '../data-call.ts';
import { retryHeader } from '../faults.ts';
import { type Answer, type Call, decoded } from '../http.ts';
import { bearerOf } from '../token.ts';
import { defineVendor, type VendorState } from '../vendor.ts';
import { errors } from './errors.ts';
import { CHECKS, type Faults } from './faults.ts';
import { type Place, placeOf } from './paths.ts';
import { exceedsRate } from './rate.ts';
import { SAMPLES } from './samples.ts';

const BASE = '/api/v1';

export const meraki = defineVendor<Faults>({
  name: 'Meraki',
  samples: SAMPLES,
  checks: CHECKS,
  hasTokens: false,
  takes: (path) => path.startsWith(`${BASE}/`),
  answer,
});

async function answer(call: Call, state: VendorState<Faults>): Promise<Answer> {
  const place = placeOf(decoded(call.path.slice(BASE.length)));
  if (!place) return errors(404, 'There is no such path');
  if (call.method !== 'GET') return errors(405, 'Use GET', { allow: 'GET' });
  countCall(state.counts, serialsOf(call, place));
  return answerData({
    state,
    isAuthorized: () => hasKey(call),
    errors: {
      unauthorized: () => errors(401, 'The API key is not valid'),
      forbidden: () => errors(403, 'The key may not do this'),
      busy: () => errors(429, 'Too many requests', retryHeader(state.faults)),
      serverError: () => errors(500, 'Internal error'),
    },
    answer: () => overRate(place, state) ?? place.answer(call, state),
  });
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

function overRate({ organizationId }: Place, { faults, counts }: VendorState<Faults>): Answer | undefined {
  if (organizationId === '' || faults.ratePerSecond === undefined) return undefined;
  return exceedsRate(counts, organizationId, faults.ratePerSecond)
    ? errors(429, 'Too many requests for this organization', { 'retry-after': '1' })
    : undefined;
}
