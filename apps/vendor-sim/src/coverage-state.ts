// Coverage of generated devices, in the same mix for every vendor. Dates move with the clock, so that a status never
// changes.
import { addYears } from './dates.ts';
import type { Random } from './random.ts';

export type CoverageState = 'active' | 'expiring' | 'expired' | 'no-cover' | 'unknown';

/** First and last day of the hardware coverage. */
export interface Span {
  from: number;
  to: number;
  years: number;
}

/** At least two days from each boundary, so that no time zone changes the status. */
const END_IN_DAYS: Record<CoverageState, [number, number]> = {
  active: [40, 1200],
  expiring: [2, 28],
  expired: [-2000, -2],
  'no-cover': [-900, 900],
  unknown: [0, 0],
};

/** A device with a reserved serial is always known. */
export function pickCoverageState(random: Random, isReserved: boolean): CoverageState {
  const share = random.next();
  if (share < 0.45) return 'active';
  if (share < 0.55) return 'expiring';
  if (share < 0.9) return 'expired';
  if (share < 0.95) return 'no-cover';
  return isReserved ? 'expired' : 'unknown';
}

export function pickCoverageSpan(random: Random, fate: CoverageState, today: number): Span {
  const to = today + random.int(...END_IN_DAYS[fate]);
  let years = random.int(1, 5);
  while (addYears(to, -years) > today - 7) years += 1;
  return { to, years, from: addYears(to, -years) };
}
