import { formatCount } from '../../lib/format/format-number.ts';
import { isBranch, type Line } from './json-tree.ts';

/** Longer texts are truncated on screen but copied in full. */
const maxShownLength = 1000;
const maxPreviewLength = 80;

interface LineText {
  /** With quotes; null in arrays. */
  key: string | null;
  text: string;
  /** Secondary text after it: the size of a closed node or of a truncated text. */
  note: string;
  /** The trailing comma. */
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
    note: formatCount(value.length, 'character'),
  };
}

function sizeOf(value: object): string {
  return Array.isArray(value)
    ? formatCount(value.length, 'item')
    : formatCount(Object.keys(value).length, 'key');
}

/** The beginning of a closed node, on one line. */
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
  /** Start offset, unique among the pieces. */
  from: number;
}

/** Splits a text into matching and other pieces. `words` must be lower case. */
export function pieces(text: string, words: string): Piece[] {
  if (words === '') return [{ text, isHit: false, from: 0 }];
  const found: Piece[] = [];
  const lower = text.toLowerCase();
  // Some letters get longer in lower case, which shifts all later offsets; such a text is not highlighted.
  if (lower.length !== text.length) return [{ text, isHit: false, from: 0 }];
  let from = 0;
  for (let index = lower.indexOf(words); index >= 0; index = lower.indexOf(words, from)) {
    if (index > from) found.push({ text: text.slice(from, index), isHit: false, from });
    found.push({ text: text.slice(index, index + words.length), isHit: true, from: index });
    from = index + words.length;
  }
  if (from < text.length) found.push({ text: text.slice(from), isHit: false, from });
  return found;
}
