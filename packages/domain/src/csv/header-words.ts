/** A header as it is compared: case, accents, punctuation and the way its words are joined do not matter. */
export interface HeaderWords {
  words: readonly string[];
  /** The words as one: "serialnumber" for "Serial Number", "serial_number", "SerialNumber" and "SERIAL-NUMBER". */
  joined: string;
}

const marks = /\p{M}/gu;
const wordStart = /(\p{Ll}|\p{N})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})|(\p{L})(?=\p{N})/gu;

export function headerWords(header: string): HeaderWords {
  const plain = header.normalize('NFKD').replaceAll(marks, '');
  const words =
    plain
      .replaceAll(wordStart, '$& ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return { words, joined: words.join('') };
}

export function hasWords({ words }: HeaderWords, wanted: HeaderWords): boolean {
  const last = words.length - wanted.words.length;
  for (let start = 0; start <= last; start += 1) {
    if (wanted.words.every((word, at) => words[start + at] === word)) return true;
  }
  return false;
}

/** Shorter ones are found inside anything: "sn" in "Last seen", "os" in "Cost". */
const shortestPart = 4;

export function hasPart({ joined }: HeaderWords, wanted: HeaderWords): boolean {
  return wanted.joined.length >= shortestPart && joined.includes(wanted.joined);
}
