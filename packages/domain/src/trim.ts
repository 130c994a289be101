// A regular expression ending in `+$` is tried from every character of the text; these functions only check the ends.

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;
const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

/** The character before `end`, which may be a surrogate pair. */
function characterBefore(text: string, end: number): string {
  const isPair = isLowSurrogate(text.charCodeAt(end - 1)) && isHighSurrogate(text.charCodeAt(end - 2));
  return text.slice(end - (isPair ? 2 : 1), end);
}

/** `dropped` matches a single character and has no flags except u. */
export function trimEnd(text: string, dropped: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const last = characterBefore(text, end);
    if (!dropped.test(last)) break;
    end -= last.length;
  }
  return text.slice(0, end);
}

export function trimBoth(text: string, dropped: RegExp): string {
  let start = 0;
  while (start < text.length) {
    const first = String.fromCodePoint(text.codePointAt(start) ?? 0);
    if (!dropped.test(first)) break;
    start += first.length;
  }
  return trimEnd(text.slice(start), dropped);
}
