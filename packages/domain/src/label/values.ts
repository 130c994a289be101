import { digits } from './alphabets.ts';
import { type FoundLabel, labelsIn } from './field-labels.ts';
import { choicesWithin } from './fit.ts';
import type { TextRow } from './text.ts';

type Symbols = TextRow['symbols'];

/** Characters that stand together in a row, and how many hyphens were among them. */
export interface Value {
  symbols: Symbols;
  hyphens: number;
}

const between = /[\s:;.,\-–_=()'"#]/;
const part = /[A-Za-z0-9|!$]/;

/** From `start`, the first unbroken run; hyphens within it are left out. */
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

/** A value of so many characters, also where a gap was seen within it. */
export function valueAt(row: TextRow, start: number, length: number): Value | null {
  const first = runAt(row, start);
  if (first.symbols.length >= length) return first;
  const second = runAt(row, first.end);
  const symbols = [...first.symbols, ...second.symbols];
  const hyphens = first.hyphens + second.hyphens;
  if (symbols.length === length && first.symbols.length > 0) return { symbols, hyphens };
  return first.symbols.length > 0 ? first : null;
}

/** Digits from `start` on, in groups or not, until something else comes. */
function digitsAt(row: TextRow, start: number): Symbols {
  const symbols: Symbols[number][] = [];
  for (let at = start; at < row.text.length; at++) {
    const char = row.text[at] ?? '';
    const symbol = row.symbols[at];
    if (/[\s.\-–:;]/.test(char)) continue;
    if (!symbol || !/[0-9OoQDIl|iZzSsBbGgqAT!]/.test(char)) break;
    if (choicesWithin(digits, symbol).length === 0) break;
    symbols.push(symbol);
  }
  return symbols;
}

const isCodeLength = (symbols: Symbols) => symbols.length >= 9 && symbols.length <= 12;

/** Numbers as long as an express service code; the labelled ones first. */
export function codesIn(
  row: TextRow,
  labels: readonly FoundLabel[],
): { symbols: Symbols; labelled: boolean }[] {
  const after = labels
    .filter(({ field }) => field === 'code')
    .map(({ end }) => ({ symbols: digitsAt(row, end), labelled: true }))
    .filter(({ symbols }) => isCodeLength(symbols));
  const alone = [...row.text.matchAll(/(?<![A-Za-z0-9.-])\d[\d\s.-]{8,14}\d(?![A-Za-z0-9])/g)]
    .map(({ index }) => ({ symbols: digitsAt(row, index), labelled: false }))
    .filter(({ symbols }) => isCodeLength(symbols));
  return after.length > 0 ? after : alone;
}

/** Where the value of a label begins: "Service Tag (S/N):" is one label. */
export function valueStart(label: FoundLabel, labels: readonly FoundLabel[]): number {
  const next = labels.find(({ start }) => start >= label.end && start - label.end <= 3);
  return next ? valueStart(next, labels) : label.end;
}

export interface LabelledRow {
  row: TextRow;
  labels: readonly FoundLabel[];
}

export const labelled = (row: TextRow): LabelledRow => ({ row, labels: labelsIn(row) });
