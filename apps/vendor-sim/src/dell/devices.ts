// Which tags exist. Demo: the listed samples and the reserved form. Open: every well-formed tag as well.
import { dayOf } from './dates.ts';
import { generatedRow } from './generated.ts';
import { type AssetRow, unknownRow } from './row.ts';
import { SAMPLES } from './samples.ts';

export type Mode = 'demo' | 'open';

const RESERVED = /^SMP[0-9A-Z]{4}$/;
const WELL_FORMED = /^(?:[0-9A-Z]{5}|[0-9A-Z]{7})$/;

const byTag = new Map(SAMPLES.map((sample) => [sample.tag, sample]));

export function deviceRow(tag: string, mode: Mode, nowMs: number): AssetRow {
  const today = dayOf(nowMs);
  const sample = byTag.get(tag);
  if (sample) return sample.row(today);
  const known = RESERVED.test(tag) || (mode === 'open' && WELL_FORMED.test(tag));
  return known ? generatedRow(tag, today) : unknownRow(tag);
}
