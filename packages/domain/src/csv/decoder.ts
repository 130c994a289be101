import { type Encoding, firstBeyondAscii, type SniffedEncoding, utf8LengthAt } from './encoding.ts';

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/**
 * If the sample was only ASCII, the first non-ASCII character decides between UTF-8 and windows-1252. Only one character is
 * used, so that the result does not depend on chunk boundaries.
 */
export function createDecoder({ encoding: sniffed, bom, certain }: SniffedEncoding) {
  let encoding = sniffed;
  let isDecided = certain;
  let held: Uint8Array = new Uint8Array(0);
  // The BOM is removed here because TextDecoder implementations differ if it arrives byte by byte.
  let decoder = new TextDecoder(encoding, { ignoreBOM: true });
  let isMarkDue = bom;

  function decide(found: Encoding): void {
    isDecided = true;
    if (found === encoding) return;
    encoding = found;
    decoder = new TextDecoder(encoding, { ignoreBOM: true });
  }

  function withoutMark(text: string): string {
    if (!isMarkDue || text === '') return text;
    isMarkDue = false;
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  }

  /** Decodes these bytes. A character may be split between two chunks. */
  function decode(piece: Uint8Array): string {
    if (isDecided) return withoutMark(decoder.decode(piece, { stream: true }));
    const bytes = joined(held, piece);
    const at = firstBeyondAscii(bytes);
    const length = at < 0 ? 1 : utf8LengthAt(bytes, at);
    const isCut = length < 0;
    // A copy, because the caller may reuse its buffer and `slice` of a Node buffer would share memory.
    held = isCut ? new Uint8Array(bytes.subarray(at)) : new Uint8Array(0);
    if (at >= 0 && !isCut) decide(length > 0 ? 'utf-8' : 'windows-1252');
    return decoder.decode(isCut ? bytes.subarray(0, at) : bytes, { stream: true });
  }

  return {
    decode,
    end(): string {
      if (!isDecided && held.length > 0) decide('windows-1252');
      return withoutMark(decoder.decode(held, { stream: true }) + decoder.decode());
    },
    /** The encoding used so far. */
    get encoding(): Encoding {
      return encoding;
    },
  };
}
