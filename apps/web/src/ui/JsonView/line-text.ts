import { isBranch, type Line } from './json-tree.ts';

/** Longer texts are cut on the screen; copies have all of it. */
const maxShownLength = 1000;
const maxPreviewLength = 80;

interface LineText {
  /** With quotes; null in arrays. */
  key: string | null;
  text: string;
  /** What is quiet after it: how much is closed, or cut off. */
  note: string;
  /** The comma. */
  end: string;
}

export function lineText(line: Line): LineText {
  const end = line.isLast ? '' : ',';
  const key = line.key === null ? null : JSON.stringify(line.key);
  const [first, last] = Array.isArray(line.value) ? ['[', ']'] : ['{', '}'];
  if (line.kind === 'open') return { key, text: first, note: '', end: '' };
  if (line.kind === 'end') return { key: null, text: last, note: '', end };
  if (line.kind === 'value') return { key, ...valueText(line.value), end };
  return { key, text: preview(line.value as object), note: sizeOf(line.value as object), end };
}

function valueText(value: unknown): { text: string; note: string } {
  if (typeof value !== 'string') return { text: JSON.stringify(value) ?? '', note: '' };
  if (value.length <= maxShownLength) return { text: JSON.stringify(value), note: '' };
  return {
    text: `${JSON.stringify(value.slice(0, maxShownLength)).slice(0, -1)}…"`,
    note: `${value.length.toLocaleString('en-US')} characters`,
  };
}

function sizeOf(value: object): string {
  const [count, unit] = Array.isArray(value) ? [value.length, 'item'] : [Object.keys(value).length, 'key'];
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`;
}

/** The beginning of what is closed, on one line. */
function preview(value: object): string {
  const isArray = Array.isArray(value);
  const parts: string[] = [];
  let length = 0;
  const keys = isArray ? value.keys() : Object.keys(value);
  for (const key of keys) {
    const inner = shortly((value as Record<string | number, unknown>)[key]);
    const part = isArray ? inner : `${JSON.stringify(key)}: ${inner}`;
    length += part.length + 2;
    if (length > maxPreviewLength) {
      parts.push('…');
      break;
    }
    parts.push(part);
  }
  return isArray ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
}

function shortly(value: unknown): string {
  if (isBranch(value)) return Array.isArray(value) ? '[…]' : '{…}';
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 41) : value) ?? '';
  return typeof value === 'string' && value.length > 40 ? `${text.slice(0, 40)}…"` : text;
}

interface Piece {
  text: string;
  isHit: boolean;
  /** Where it begins, which tells it from its neighbours. */
  from: number;
}

/** A text in pieces, those that hold the words apart from the others. The words are in lower case. */
export function pieces(text: string, words: string): Piece[] {
  if (words === '') return [{ text, isHit: false, from: 0 }];
  const found: Piece[] = [];
  const lower = text.toLowerCase();
  // A letter whose small form is longer shifts what follows; such a text is shown as it is.
  if (lower.length !== text.length) return [{ text, isHit: false, from: 0 }];
  let from = 0;
  for (let at = lower.indexOf(words); at >= 0; at = lower.indexOf(words, from)) {
    if (at > from) found.push({ text: text.slice(from, at), isHit: false, from });
    found.push({ text: text.slice(at, at + words.length), isHit: true, from: at });
    from = at + words.length;
  }
  if (from < text.length) found.push({ text: text.slice(from), isHit: false, from });
  return found;
}
