/** A header as it is compared: case, accents, punctuation and the way its words are joined do not matter. */
export interface HeaderWords {
  words: readonly string[];
  /** The words as one: "serialnumber" for "Serial Number", "serial_number", "SerialNumber" and "SERIAL-NUMBER". */
  joined: string;
  /** Each word once. */
  distinct: ReadonlySet<string>;
  /** The words with a space around each. */
  spaced: string;
}

const marks = /\p{M}/gu;
/** serial|Number, HP|Model, Column|1. */
const wordEnds = [/[\p{Ll}\p{N}](?=\p{Lu})/gu, /\p{Lu}(?=\p{Lu}\p{Ll})/gu, /\p{L}(?=\p{N})/gu];
/** Longer than any header that we know: what follows does not change what a column means. */
const maxLength = 200;

export function headerWords(header: string): HeaderWords {
  let plain = header.slice(0, maxLength).normalize('NFKD').replaceAll(marks, '');
  for (const wordEnd of wordEnds) plain = plain.replaceAll(wordEnd, '$& ');
  const words = plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return { words, joined: words.join(''), distinct: new Set(words), spaced: ` ${words.join(' ')} ` };
}

/** What two spellings of one header have in common. */
export const headerIdentity = (header: string): string =>
  header.length > maxLength ? header : headerWords(header).joined || header;

/** One after the other. Few headers have the words at all, which is seen without a search. */
export const hasWords = ({ distinct, spaced }: HeaderWords, wanted: HeaderWords): boolean =>
  wanted.words.every((word) => distinct.has(word)) && spaced.includes(wanted.spaced);

/** Shorter ones are found inside anything: "sn" in "Last seen", "os" in "Cost". */
const minPartLength = 4;

export function hasPart({ joined }: HeaderWords, wanted: HeaderWords): boolean {
  return wanted.joined.length >= minPartLength && joined.includes(wanted.joined);
}
