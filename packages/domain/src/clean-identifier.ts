import { trimBoth } from './trim.ts';

const label =
  /(?:(?:dell )?service ?tag|serial(?: ?(?:number|no))?|s\/n|sn|express service code)\.?\s*[:#]\s*/iy;

/** White space as in `trim`; non-ASCII characters are too rare to list. */
const isSpace = (code: number) =>
  code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/.test(String.fromCharCode(code)));
const isQuote = (code: number) => code === 34 || code === 39 || code === 0x2018 || code === 0x2019;

/** Returns the position after the label at `start`, or `start` if there is none. */
function skipLabel(text: string, start: number): number {
  label.lastIndex = start;
  return label.test(text) ? label.lastIndex : start;
}

/**
 * Removes surrounding quotes, formulas and labels in any number and order. Only the bounds move, and text after `end` is
 * never matched as a label, so that text made only of labels and quotes is read once.
 */
function unwrap(text: string): string {
  let start = 0;
  let end = text.length;
  let labelTriedAt = -1;
  for (;;) {
    const size = end - start;
    if (size > 2 && text.startsWith('="', start) && text.charCodeAt(end - 1) === 34) {
      start += 2;
      end -= 1;
    }
    while (start < end && isQuote(text.charCodeAt(start))) start += 1;
    while (start < end && isQuote(text.charCodeAt(end - 1))) end -= 1;
    if (start !== labelTriedAt) {
      labelTriedAt = start;
      start = Math.min(skipLabel(text, start), end);
    }
    while (start < end && isSpace(text.charCodeAt(start))) start += 1;
    while (start < end && isSpace(text.charCodeAt(end - 1))) end -= 1;
    if (end - start === size) return text.slice(start, end);
  }
}

/** Shorter text is fast enough without the limit. */
const maxUnbounded = 1000;
/** A run of combining marks that is longer than in any script. Most characters are none, which the first part finds out. */
const endlessMarks =
  /(?=[\p{M}\uFF9E\uFF9F])(?<![\p{M}\uFF9E\uFF9F])([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu;

/** Sorting the marks of one letter takes quadratic time, so a long text keeps only a few of them. */
function normalize(text: string): string {
  const bounded = text.length > maxUnbounded ? text.replaceAll(endlessMarks, '$1') : text;
  return bounded.normalize('NFKC');
}

/** Removes what spreadsheets and labels add around an identifier. */
export function cleanIdentifier(input: string): string {
  const text = normalize(input).replaceAll(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, '');
  return unwrap(text.replaceAll(/[\u2010-\u2015\u2212]/g, '-').trim());
}

/** In upper case, without spaces and without leading or trailing punctuation. */
export function compactIdentifier(text: string): string {
  return trimBoth(text.toUpperCase().replaceAll(/\s/g, ''), /[^\p{L}\p{N}]/u);
}
