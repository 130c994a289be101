import { closestInAlphabet } from './alphabets.ts';
import type { SerialFormat } from './serial-formats.ts';
import type { Choice, ReadSymbol } from './text.ts';

/** Weight of a character outside the alphabet that was mapped to one inside it. */
const translated = 0.85;

/** What a symbol can be within an alphabet, best first; empty if nothing fits. */
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
  /** Probability that every character is right, as reported by the network. */
  probability: number;
}

/** Reads the symbols as a serial number in this format; null if a character does not fit its position. */
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
