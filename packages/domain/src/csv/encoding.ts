/** Labels that TextDecoder accepts. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

export interface SniffedEncoding {
  encoding: Encoding;
  /** The file starts with a byte order mark. */
  bom: boolean;
  /** False if the sample is only ASCII: the first non-ASCII character, perhaps a million rows later, decides. */
  certain: boolean;
}

const marks: readonly { encoding: Encoding; bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

const isContinuation = (byte: number | undefined) => byte !== undefined && byte >= 0x80 && byte < 0xc0;

function expectedLength(lead: number): number {
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

/** The length of the non-ASCII UTF-8 character that starts at `at`: 0 if there is none, -1 if the bytes end within it. */
export function utf8LengthAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const length = expectedLength(lead);
  for (let next = at + 1; next < at + length; next += 1) {
    if (next >= bytes.length) return -1;
    if (!isContinuation(bytes[next])) return 0;
  }
  return length;
}

export function firstBeyondAscii(bytes: Uint8Array, from = 0): number {
  for (let index = from; index < bytes.length; index += 1) if ((bytes[index] ?? 0) >= 0x80) return index;
  return -1;
}

/** In UTF-16, every second byte of Latin text is zero; in single-byte encodings and UTF-8, none is. */
function utf16Without(bytes: Uint8Array): Encoding | null {
  const size = Math.min(bytes.length, 4096) & ~1;
  const zeros = [0, 0];
  for (let index = 0; index < size; index += 1)
    if (bytes[index] === 0) zeros[index & 1] = (zeros[index & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = size / 2;
  if (most < 2) return null;
  if (odd > 0.4 * most && even < 0.05 * most) return 'utf-16le';
  return even > 0.4 * most && odd < 0.05 * most ? 'utf-16be' : null;
}

function byteText(bytes: Uint8Array): SniffedEncoding {
  let wellFormed = 0;
  let malformed = 0;
  for (let index = firstBeyondAscii(bytes); index >= 0; ) {
    const length = utf8LengthAt(bytes, index);
    // The sample ends within a character.
    if (length < 0) break;
    if (length > 0) wellFormed += 1;
    else malformed += 1;
    index = firstBeyondAscii(bytes, index + Math.max(length, 1));
  }
  // One broken byte does not make a UTF-8 file Latin, while Latin text is almost never valid UTF-8 by chance.
  const encoding = malformed >= Math.max(wellFormed, 1) ? 'windows-1252' : 'utf-8';
  return { encoding, bom: false, certain: wellFormed + malformed > 0 };
}

export function sniffEncoding(bytes: Uint8Array): SniffedEncoding {
  const marked = marks.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte));
  if (marked) return { encoding: marked.encoding, bom: true, certain: true };
  const utf16 = utf16Without(bytes);
  return utf16 ? { encoding: utf16, bom: false, certain: true } : byteText(bytes);
}
