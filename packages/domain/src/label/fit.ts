import { closestInAlphabet } from './alphabets.ts';
import type { SerialFormat } from './serial-formats.ts';
import type { Choice, ReadSymbol } from './text.ts';

/** A character outside the alphabet that stands for one inside counts a little less than that one itself. */
const translated = 0.85;

/** What a symbol can be within an alphabet, best first; empty where nothing fits. */
export function choicesWithin(alphabet: string, symbol: ReadSymbol): Choice[] {
  const sums = new Map<string, number>();
  for (const { char, probability } of symbol.choices) {
    const inside = closestInAlphabet(alphabet, char);
    if (inside === null) continue;
    const weight = inside === char.toUpperCase() ? 1 : translated;
    sums.set(inside, (sums.get(inside) ?? 0) + weight * probability);
  }
  return [...sums]
    .map(([char, probability]) => ({ char, probability: Math.min(1, probability) }))
    .toSorted((a, b) => b.probability - a.probability);
}

export interface Fit {
  serial: string;
  /** That every character is right, by the network's own account. */
  probability: number;
}

/** Symbols read as a serial number of this form, or null where some character cannot stand at its place. */
export function fitTo(form: SerialFormat, symbols: readonly ReadSymbol[]): Fit | null {
  if (symbols.length !== form.length) return null;
  let serial = '';
  let probability = 1;
  for (const [place, symbol] of symbols.entries()) {
    const best = choicesWithin(form.alphabet(place), symbol)[0];
    if (!best || best.probability < 0.02) return null;
    serial += best.char;
    probability *= best.probability;
  }
  return form.matches(serial) ? { serial, probability } : null;
}
