import { digits, letters } from '@warranty/contracts/vendors/alphabets';
import { expressServiceCode, tagOfExpressCode } from '../identifiers.ts';
import { looksLike } from './alphabets.ts';
import { choicesWithin, type Fit } from './fit.ts';
import { dell } from './serial-formats.ts';
import type { ReadSymbol } from './text.ts';

/*
 * The express service code is the service tag in base 10: each character of the tag affects many digits of the code, so the
 * two readings correct each other. The cost of a tag is the cost of the misreadings that would explain both readings; the
 * cheapest tag wins if no other is close.
 */
const lookAlikeCost = 3;
const anyCost = 4.6;
const missingCost = 5;
/** About a million of some 10^11 pairs cost less, so a match by chance is practically impossible. */
const maxCost = 13;
/** Greater than `anyCost - lookAlikeCost`, so that a single misreading never selects the wrong tag. */
const minCostMargin = 2;

/** A reading in one base, with the cost of each digit at each position. */
interface Reading {
  text: string;
  base: 10 | 36;
  costs: readonly (readonly number[])[];
}

export interface CodeMatch {
  tag: string;
  /** 0 if both were read exactly. */
  cost: number;
}

const digitsOf = (base: 10 | 36) => (base === 10 ? digits : digits + letters);

function readingOf(
  symbols: readonly ReadSymbol[],
  base: 10 | 36,
  alphabet: (place: number) => string,
): Reading | null {
  const places = symbols.map((symbol, place) => choicesWithin(alphabet(place), symbol));
  if (places.some((choices) => choices.length === 0)) return null;
  const text = places.map((choices) => choices[0]?.char ?? '').join('');
  const costs = places.map((choices, place) =>
    Array.from(digitsOf(base), (digit) => {
      if (digit === text[place]) return 0;
      if (!alphabet(place).includes(digit)) return Infinity;
      const guess = looksLike(digit, text[place] ?? '') ? lookAlikeCost : anyCost;
      const seen = choices.find(({ char }) => char === digit)?.probability ?? 0;
      return Math.min(guess, Math.log((choices[0]?.probability ?? 1) / seen));
    }),
  );
  return { text, base, costs };
}

/** The cost of this number having been read as `reading`; Infinity above the limit. */
function costOf(number: number, { base, costs }: Reading, limit: number): number {
  // Split into two halves, so that integer division stays fast. Most numbers fail at their last digits.
  const split = base === 10 ? 100_000 : 46_656;
  const half = base === 10 ? 5 : 3;
  let rest = number % split;
  let sum = 0;
  for (let i = 1; i <= costs.length; i++) {
    if (i === half + 1) rest = (number - (number % split)) / split;
    sum += (costs[costs.length - i] as readonly number[])[rest % base] as number;
    if (sum > limit) return Infinity;
    rest = (rest / base) | 0;
  }
  return rest === 0 ? sum : Infinity;
}

/** The cheapest alignment, if a character was lost or inserted. */
function costWithMissing(text: string, { base, costs }: Reading): number {
  if (Math.abs(text.length - costs.length) > 1) return Infinity;
  let row = Array.from({ length: costs.length + 1 }, (_, i) => i * missingCost);
  for (const char of text) {
    const digit = Number.parseInt(char, base);
    const next = [(row[0] ?? 0) + missingCost];
    for (let i = 0; i < costs.length; i++) {
      const same = (row[i] ?? 0) + (costs[i]?.[digit] ?? Infinity);
      next.push(Math.min(same, (row[i + 1] ?? 0) + missingCost, (next[i] ?? 0) + missingCost));
    }
    row = next;
  }
  return row.at(-1) ?? Infinity;
}

/** Visits the number itself and all numbers that differ from it in one or two positions. */
function eachNeighbor(reading: Reading, visit: (number: number, cost: number, changes: number) => void) {
  const { text, base, costs } = reading;
  const number = Number.parseInt(text, base);
  const changesAt = costs.map((place, i) =>
    place.flatMap((cost, digit) => {
      const by = digit - Number.parseInt(text[i] ?? '', base);
      return by === 0 || cost > maxCost ? [] : [{ cost, by: by * base ** (text.length - 1 - i) }];
    }),
  );
  visit(number, 0, 0);
  for (const [i, firsts] of changesAt.entries()) {
    for (const first of firsts) {
      visit(number + first.by, first.cost, 1);
      for (const seconds of changesAt.slice(i + 1)) {
        for (const second of seconds) {
          const cost = first.cost + second.cost;
          if (cost <= maxCost) visit(number + first.by + second.by, cost, 2);
        }
      }
    }
  }
}

const tagOf = (number: number) => number.toString(36).toUpperCase().padStart(dell.length, '0');

/** All tags that explain both readings, each with its lowest cost. */
function explanations(tag: Reading, code: Reading): Map<number, number> {
  const found = new Map<number, number>();
  const offer = (number: number, cost: number) => {
    if (cost <= maxCost && cost < (found.get(number) ?? Infinity) && dell.matches(tagOf(number)))
      found.set(number, cost);
  };
  const otherCost = (number: number, other: Reading, spent: number, changes: number) => {
    if (changes === 2) return costOf(number, other, maxCost - spent);
    const text = other.base === 10 ? String(number) : tagOf(number);
    return text.length === other.text.length
      ? costOf(number, other, maxCost - spent)
      : costWithMissing(text, other);
  };
  if (tag.text.length === dell.length) {
    eachNeighbor(tag, (number, cost, changes) =>
      offer(number, cost + otherCost(number, code, cost, changes)),
    );
  }
  eachNeighbor(code, (number, cost, changes) => offer(number, cost + otherCost(number, tag, cost, changes)));
  return found;
}

/** The tag that explains both readings, or null if there is none or it is ambiguous. */
export function matchCode(
  tagSymbols: readonly ReadSymbol[],
  codeSymbols: readonly ReadSymbol[],
): CodeMatch | null {
  const tag = readingOf(tagSymbols, 36, dell.alphabet);
  const code = readingOf(codeSymbols, 10, () => digits);
  if (!tag || !code || Math.abs(tag.text.length - dell.length) > 1) return null;
  if (dell.matches(tag.text) && expressServiceCode(tag.text) === code.text) return { tag: tag.text, cost: 0 };
  const [best, second] = [...explanations(tag, code)].toSorted((a, b) => a[1] - b[1]);
  if (!best || (second && second[1] - best[1] < minCostMargin)) return null;
  return { tag: tagOf(best[0]), cost: best[1] };
}

/** The tag for a code that was read without its tag. */
export function tagOfCode(codeSymbols: readonly ReadSymbol[]): Fit | null {
  let text = '';
  let probability = 1;
  for (const symbol of codeSymbols) {
    const [best] = choicesWithin(digits, symbol);
    if (!best) return null;
    text += best.char;
    probability *= best.probability;
  }
  const tag = tagOfExpressCode(text);
  return tag && dell.matches(tag) && dell.usual(tag) ? { serial: tag, probability } : null;
}
