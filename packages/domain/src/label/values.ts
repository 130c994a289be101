import { digits } from '@warranty/contracts/vendors/alphabets';
import { type FoundLabel, labelsIn } from './field-labels.ts';
import { choicesWithin } from './fit.ts';
import type { Symbols, TextRow } from './text.ts';

/** Adjacent characters in a row, and the number of hyphens among them. */
export interface Value {
  symbols: Symbols;
  hyphens: number;
}

/** Characters that may be a service tag or its code. */
export interface LabelledValue {
  symbols: Symbols;
  /** Follows a matching label. */
  hasLabel: boolean;
}

const between = /[\s:;.,\-–_=()'"#]/;
const part = /[A-Za-z0-9|!$]/;

/** The first unbroken run from `start`, without its hyphens. */
export function runAt(row: TextRow, start: number): Value & { end: number } {
  let at = start;
  while (at < row.text.length && between.test(row.text[at] ?? '')) at++;
  const symbols: Symbols[number][] = [];
  let hyphens = 0;
  for (; at < row.text.length; at++) {
    const char = row.text[at] ?? '';
    const symbol = row.symbols[at];
    if (part.test(char) && symbol) symbols.push(symbol);
    else if (char === '-' && part.test(row.text[at + 1] ?? '')) hyphens++;
    else break;
  }
  return { symbols, hyphens, end: at };
}

/** A value of the given length, even if it contains a gap. */
export function valueAt(row: TextRow, start: number, length: number): Value | null {
  const first = runAt(row, start);
  if (first.symbols.length >= length) return first;
  const second = runAt(row, first.end);
  const symbols = [...first.symbols, ...second.symbols];
  const hyphens = first.hyphens + second.hyphens;
  if (symbols.length === length && first.symbols.length > 0) return { symbols, hyphens };
  return first.symbols.length > 0 ? first : null;
}

/** Digits from `start`, grouped or not, up to the first other character. */
function digitsAt(row: TextRow, start: number): Symbols {
  const symbols: Symbols[number][] = [];
  for (let index = start; index < row.text.length; index++) {
    const char = row.text[index] ?? '';
    const symbol = row.symbols[index];
    if (/[\s.\-–:;]/.test(char)) continue;
    if (!symbol || !/[0-9OoQDIl|iZzSsBbGgqAT!]/.test(char)) break;
    if (choicesWithin(digits, symbol).length === 0) break;
    symbols.push(symbol);
  }
  return symbols;
}

const isCodeLength = (symbols: Symbols) => symbols.length >= 9 && symbols.length <= 12;

/** Numbers as long as an express service code. If any follows a label, only those are returned. */
export function codesIn(row: TextRow, labels: readonly FoundLabel[]): LabelledValue[] {
  const after = labels
    .filter(({ field }) => field === 'code')
    .map(({ end }) => ({ symbols: digitsAt(row, end), hasLabel: true }))
    .filter(({ symbols }) => isCodeLength(symbols));
  const alone = [...row.text.matchAll(/(?<![A-Za-z0-9.-])\d[\d\s.-]{8,14}\d(?![A-Za-z0-9])/g)]
    .map(({ index }) => ({ symbols: digitsAt(row, index), hasLabel: false }))
    .filter(({ symbols }) => isCodeLength(symbols));
  return after.length > 0 ? after : alone;
}

/** Where the value of a label starts: "Service Tag (S/N):" is one label. */
export function valueStart(label: FoundLabel, labels: readonly FoundLabel[]): number {
  const next = labels.find(({ start }) => start >= label.end && start - label.end <= 3);
  return next ? valueStart(next, labels) : label.end;
}

export interface LabelledRow {
  row: TextRow;
  labels: readonly FoundLabel[];
}

export const labelled = (row: TextRow): LabelledRow => ({ row, labels: labelsIn(row) });
