// Generates a device for any serial, from only the serial and the day.

import { pickCoverageSpan, pickCoverageState, type Span } from '../coverage-state.ts';
import { addYears } from '../dates.ts';
import { type Random, randomFor } from '../random.ts';
import { coverageRow, MODELS, type SerialRow, unknownRow } from './row.ts';

export function generatedRow(serial: string, today: number): SerialRow {
  const random = randomFor(serial);
  const fate = pickCoverageState(random, serial.startsWith('SMP'));
  if (fate === 'unknown') return unknownRow(serial, random.pick(['list', 'object']));
  const span = pickCoverageSpan(random, fate, today);
  const model = random.pick(MODELS);
  if (fate === 'no-cover') return coverageRow(serial, today, { model });
  if (fate === 'active' && random.chance(0.1)) {
    const warranty = addYears(span.to, 50);
    return coverageRow(serial, today, { model, warranty, warrantyType: 'lifetime' });
  }
  return coverageRow(serial, today, { model, ...drawEnds(random, span) });
}

/** Coverage ends with the later of the two ends, contract or warranty. */
function drawEnds(random: Random, { from, to }: Span): { contract?: number | null; warranty?: number } {
  const share = random.next();
  if (share < 0.5) return { contract: to, warranty: addYears(from, 1) };
  if (share < 0.65) return { contract: to };
  if (share < 0.8) return { warranty: to };
  return { contract: share < 0.9 ? null : addYears(from, 1), warranty: to };
}
