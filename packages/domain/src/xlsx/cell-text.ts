const escaped = /_x([0-9A-Fa-f]{4})_/g;

/** `_x000D_`: how workbooks write characters that XML cannot contain. */
export function decodeCellText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

const isXmlSpace = (code: number) => code === 32 || (code >= 9 && code <= 13);

/** Spaces at the ends count only if the element says so: otherwise they are its indentation. */
export function trimXmlSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isXmlSpace(text.charCodeAt(start))) start += 1;
  while (end > start && isXmlSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Whether a text may lead to characters that cannot be stored: those that an escape or a reference names, and U+FFFD. */
export const mayHaveOddCharacters = (xml: string): boolean =>
  xml.includes('_x') || xml.includes('&#') || xml.includes('\uFFFD');
