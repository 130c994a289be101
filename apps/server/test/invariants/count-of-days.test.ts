import { noHardware, warrantyStatuses } from '@warranty/contracts/warranty';
import { statusLabels } from '@warranty/domain/status-labels';
import { coverageAt, endDateOf } from '@warranty/domain/warranty-dates';
import { afterEach, expect, it, vi } from 'vitest';
import { listedMatcher } from '../../src/features/bulk-lookup/reading/result-filter.ts';
import {
  toEnrichment,
  toListedResult,
  toRowResult,
} from '../../src/features/bulk-lookup/reading/row-results.ts';
import { toResult } from '../../src/lookups/answers/result.ts';
import { toSerialResult } from '../../src/lookups/answers/serial-result.ts';
import { packSerialResult, unpackSerialResult } from '../../src/lookups/engine/packed-result.ts';

// Every reply and file of the server that has a status, compared with the one function that counts days.

const zones = ['Etc/GMT+12', 'America/New_York', 'UTC', 'Europe/Berlin', 'Pacific/Kiritimati'];
const day = 86_400_000;
const middle = Date.UTC(2027, 1, 28);
afterEach(() => vi.unstubAllEnvs());

const target = { identifier: '7XK2P93', manufacturer: 'Dell', manufacturerEvidence: '' };
const row = { serial: '7XK2P93', manufacturer: 'Dell', outcome: null, reason: null };

function answerWith(endsAt: string) {
  const line = { type: 'INITIAL', startsAt: '2020-01-01', endsAt, code: null, level: null };
  const device = { ...noHardware, serviceTag: '7XK2P93' };
  return {
    answer: { kind: 'found' as const, entitlements: [line], device },
    checkedAt: new Date(middle),
    stale: false,
  };
}

/** A status and an end date for each place. */
function placesFor(endsAt: string, now: Date): string[] {
  const answer = answerWith(endsAt);
  const stored = unpackSerialResult(packSerialResult(toSerialResult(target, answer, null)));
  const listed = toListedResult(row, stored, now);
  const written = toEnrichment(row, stored, { demo: false, now });
  const replies = [
    toResult(target, answer, null, now),
    listed,
    toRowResult(row, stored, { demo: false, now }),
  ];
  const filters = warrantyStatuses.filter((filter) => listedMatcher({ filter, ends: null }, now)(listed));
  return [
    ...replies.map(({ status, endDate }) => `${statusLabels[status]} ${endDate}`),
    `${written.warranty} ${written.endDate}`,
    `${filters.map((status) => statusLabels[status]).join()} ${listed.endDate}`,
  ];
}

/** The same numbers in every run. fast-check would take longer to make them than the places to answer. */
function createRandom(seed: number) {
  let state = seed;
  return (min: number, max: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor(min + (state / 2 ** 32) * (max - min));
  };
}

it('is the same in replies, results, filters and files, for 100,000 ends, times and zones', () => {
  const random = createRandom(1);
  for (const zone of zones) {
    vi.stubEnv('TZ', zone);
    for (let run = 0; run < 100_000 / zones.length; run += 1) {
      const now = new Date(random(middle - 800 * day, middle + 800 * day));
      const stamp = new Date(now.getTime() + random(-3 * day, 33 * day)).toISOString();
      const endsAt = stamp.slice(0, [10, 19, 24][random(0, 3)]);
      const places = placesFor(endsAt, now);
      const expected = `${statusLabels[coverageAt(endsAt, now).status]} ${endDateOf(endsAt)}`;
      if (places.some((place) => place !== expected))
        expect.fail(
          `${zone}, ${endsAt} at ${now.toISOString()}: ${places.join('; ')} instead of ${expected}`,
        );
    }
  }
});
