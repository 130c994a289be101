// Generates a device for any serial, from only the serial and the day.

import { pickCoverageSpan, pickCoverageState, type Span } from '../coverage-state.ts';
import { addYears } from '../dates.ts';
import { type Random, randomFor } from '../random.ts';
import { type Cover, type Coverage, coverFor } from './coverage.ts';
import { type Device, device, MODELS } from './device.ts';

export function generatedDevice(serial: string, today: number): Device | undefined {
  const random = randomFor(serial);
  const fate = pickCoverageState(random, serial.startsWith('SMP0'));
  if (fate === 'unknown') return undefined;
  const span = pickCoverageSpan(random, fate, today);
  const cover = coverFor(serial, today);
  return device(serial, today, {
    model: random.pick(MODELS),
    ordered: span.from,
    source: random.pick(['APPLE', 'RESELLER', 'RESELLER', 'MANUALLY_ADDED']),
    coverage: fate === 'no-cover' ? [] : drawCoverage(random, span, cover, fate === 'active'),
  });
}

/** The plan that ends last decides; a canceled one never outlives it. Rows are in any order. */
function drawCoverage(random: Random, span: Span, cover: Cover, isActive: boolean): Coverage[] {
  const { from, to, years } = span;
  if (years === 1) return random.shuffle([cover('warranty', span), ...drawCanceled(random, span, cover)]);
  const warranty = cover('warranty', { from, to: addYears(from, 1) - 1 });
  if (isActive && random.chance(0.1)) return [warranty, cover('business', { from, to: null })];
  const plan = random.pick(['plus', 'plus', 'subscription', 'protection']);
  return random.shuffle([warranty, cover(plan, { from, to })]);
}

function drawCanceled(random: Random, { from, to }: Span, cover: Cover): Coverage[] {
  if (random.chance(0.8)) return [];
  return [cover('subscription', { from, to: addYears(to, 1), canceledOn: from + 1 })];
}
