/** A header prepared for comparison, which ignores case, accents, punctuation and how its words are joined. */
export interface HeaderWords {
  words: readonly string[];
  /** All words joined: "serialnumber" for "Serial Number", "serial_number", "SerialNumber" and "SERIAL-NUMBER". */
  joined: string;
  distinct: ReadonlySet<string>;
  /** The words with a space around each one. */
  spaced: string;
  /** A bit for each letter from a to z that occurs, and one for everything else. */
  letters: number;
}

const marks = /\p{M}/gu;
/** Word boundaries: serial|Number, HP|Model, Column|1. */
const wordEnds = [/[\p{Ll}\p{N}](?=\p{Lu})/gu, /\p{Lu}(?=\p{Lu}\p{Ll})/gu, /\p{L}(?=\p{N})/gu];
/** Longer than any known header: the rest does not change the meaning of a column. */
const maxLength = 100;

export function headerWords(header: string): HeaderWords {
  let plain = header.slice(0, maxLength).normalize('NFKD').replaceAll(marks, '');
  for (const wordEnd of wordEnds) plain = plain.replaceAll(wordEnd, '$& ');
  const words = plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const joined = words.join('');
  const spaced = ` ${words.join(' ')} `;
  return { words, joined, distinct: new Set(words), spaced, letters: lettersIn(joined) };
}

function lettersIn(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charCodeAt(index) - 97;
    letters |= 1 << (letter >= 0 && letter < 26 ? letter : 26);
  }
  return letters;
}

/** The same for all spellings of a header. */
export const headerIdentity = (header: string): string =>
  header.length > maxLength ? header : headerWords(header).joined || header;

/** Whether the words occur in this order. The set lookup comes first because few headers have the words at all. */
export const hasWords = ({ distinct, spaced }: HeaderWords, wanted: HeaderWords): boolean =>
  wanted.words.every((word) => distinct.has(word)) && spaced.includes(wanted.spaced);

/** Shorter names occur in unrelated headers: "sn" in "Last seen", "os" in "Cost". */
const minPartLength = 4;

/** Whether the name occurs anywhere. Few headers have all of its letters, so most are not searched. */
export function hasPart({ joined, letters }: HeaderWords, wanted: HeaderWords): boolean {
  const hasLetters = (wanted.letters & ~letters) === 0;
  return hasLetters && wanted.joined.length >= minPartLength && joined.includes(wanted.joined);
}
