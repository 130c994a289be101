/** Looks like an escape of a workbook, but is text. */
const falseEscape = /_(?=x[0-9A-Fa-f]{4}_)/g;
const lineFeed = 10;
const tab = 9;

/** XML can contain neither these characters nor their references. */
const isForbidden = (code: number) =>
  (code < 32 && code !== tab && code !== lineFeed) || code === 0xfffe || code === 0xffff;

function escapeCode(code: number): string {
  if (code === 38) return '&amp;';
  if (code === 60) return '&lt;';
  if (code === 62) return '&gt;';
  return isForbidden(code) ? `_x${code.toString(16).toUpperCase().padStart(4, '0')}_` : '';
}

/** The text of a cell as XML. */
export function escapeText(text: string): string {
  const literal = text.includes('_x') ? text.replaceAll(falseEscape, '_x005F_') : text;
  let escaped = '';
  let from = 0;
  for (let at = 0; at < literal.length; at += 1) {
    const code = literal.charCodeAt(at);
    // A letter or digit needs no escape.
    if (code > 62 && code < 0xfffe) continue;
    const replacement = escapeCode(code);
    if (replacement === '') continue;
    escaped += literal.slice(from, at) + replacement;
    from = at + 1;
  }
  return from === 0 ? literal : escaped + literal.slice(from);
}

/** Spaces at the ends count only if the element says so. */
export const hasOuterSpace = (text: string) =>
  text.charCodeAt(0) <= 32 || text.charCodeAt(text.length - 1) <= 32;

const notAscii = /[^\t\n\x20-\x7e]/gu;

/** The text of a cell as XML that means the same in every encoding that contains ASCII. */
export const toAsciiXml = (text: string): string =>
  escapeText(text.toWellFormed()).replaceAll(notAscii, (character) => `&#${character.codePointAt(0)};`);
