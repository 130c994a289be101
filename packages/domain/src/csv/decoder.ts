import { type Encoding, firstBeyondAscii, type SniffedEncoding, utf8LengthAt } from './encoding.ts';

export interface CsvDecoder {
  /** The text of these bytes; a character may be split between two pieces. */
  decode(bytes: Uint8Array): string;
  end(): string;
  /** What the text was read as so far. */
  readonly encoding: Encoding;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/**
 * Where the sample held only ASCII, the first character beyond it tells UTF-8 from windows-1252. One character alone,
 * so that the reading does not depend on where the pieces end.
 */
export function createDecoder({ encoding: sniffed, bom, certain }: SniffedEncoding): CsvDecoder {
  let encoding = sniffed;
  let isDecided = certain;
  let held: Uint8Array = new Uint8Array(0);
  // Left to a TextDecoder, the mark is not handled alike everywhere when it comes byte by byte.
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

  function decode(piece: Uint8Array): string {
    if (isDecided) return withoutMark(decoder.decode(piece, { stream: true }));
    const bytes = joined(held, piece);
    const at = firstBeyondAscii(bytes);
    const length = at < 0 ? 1 : utf8LengthAt(bytes, at);
    const isCut = length < 0;
    // A copy: whoever feeds may use its buffer again, and Node's own slice would only point into it.
    held = isCut ? new Uint8Array(bytes.subarray(at)) : new Uint8Array(0);
    if (at >= 0 && !isCut) decide(length > 0 ? 'utf-8' : 'windows-1252');
    return decoder.decode(isCut ? bytes.subarray(0, at) : bytes, { stream: true });
  }

  return {
    decode,
    end() {
      if (!isDecided && held.length > 0) decide('windows-1252');
      return withoutMark(decoder.decode(held, { stream: true }) + decoder.decode());
    },
    get encoding() {
      return encoding;
    },
  };
}
