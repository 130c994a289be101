import { AppError } from './app-error.ts';

/** Where the file goes. */
export interface Base64Sink {
  /** Whole quanta without padding; false where they are not base64. */
  decode(source: Uint8Array, from: number, end: number): boolean;
  /** The last bytes, decoded already. */
  add(bytes: Uint8Array): void;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const maxKeyLength = 256;
const maxPrefixLength = 256;

const prefix = /^data:[\w.+/-]*(?:;[\w.+=-]+)*;base64,/i;

const noDigit = 0xff;
const digits = new Uint8Array(256).fill(noDigit);
for (const [value, char] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  digits[char.charCodeAt(0)] = value;

/** By hand, because Node decodes text alone: making that text took four times as long, and memory for each piece. */
export function decodeQuanta(
  source: Uint8Array,
  from: number,
  end: number,
  target: Uint8Array,
  at: number,
): boolean {
  let seen = 0;
  for (let [i, to] = [from, at]; i < end; i += 4, to += 3) {
    const first = digits[source[i] as number] as number;
    const second = digits[source[i + 1] as number] as number;
    const third = digits[source[i + 2] as number] as number;
    const fourth = digits[source[i + 3] as number] as number;
    seen |= first | second | third | fourth;
    target[to] = (first << 2) | (second >> 4);
    target[to + 1] = (second << 4) | (third >> 2);
    target[to + 2] = (third << 6) | fourth;
  }
  return seen < 64;
}

function refuse(member: string): never {
  const details = [{ path: `body.${member}`, message: 'This is not base64, or it is given twice.' }];
  throw new AppError('invalid_request', { details });
}

const nothing = Buffer.alloc(0);

/** Base64 as RFC 4648 has it, in pieces: no spaces, padded, no bits left over; a data URL's start is skipped. */
function createBase64Reader(member: string, sink: Base64Sink) {
  /** Less than can be judged: of the start, of an escaped slash, of the last quantum. */
  let [start, slash, tail] = [nothing, nothing, nothing];
  let startedAt = false;

  /** JSON may escape slashes, and nothing else of this alphabet. */
  function unescapeSlashes(piece: Buffer): Buffer {
    if (slash.length === 0 && !piece.includes(backslash)) return piece;
    const text = Buffer.concat([slash, piece]).toString('latin1').replaceAll('\\/', '/');
    const isCut = text.endsWith('\\');
    slash = Buffer.from(isCut ? '\\' : '');
    const whole = isCut ? text.slice(0, -1) : text;
    return whole.includes('\\') ? refuse(member) : Buffer.from(whole, 'latin1');
  }

  /** What follows the start, once it is known whether that is a data URL's. */
  function begin(piece: Buffer): Buffer {
    start = Buffer.concat([start, piece]);
    const text = start.toString('latin1', 0, maxPrefixLength);
    if (text.length < 5) return nothing;
    if (/^data:/i.test(text)) {
      const found = prefix.exec(text)?.[0];
      if (found === undefined) return text.length < maxPrefixLength ? nothing : refuse(member);
      start = start.subarray(found.length);
    }
    startedAt = true;
    const rest = start;
    start = nothing;
    return rest;
  }

  function decode(source: Buffer, from: number, end: number): void {
    if (end > from && !sink.decode(source, from, end)) refuse(member);
  }

  return {
    take(given: Buffer): void {
      const unescaped = unescapeSlashes(given);
      const piece = startedAt ? unescaped : begin(unescaped);
      // The last quantum may be padded, so it waits for the end.
      const ready = Math.floor((tail.length + piece.length - 1) / 4) * 4;
      if (ready <= 0) {
        tail = Buffer.concat([tail, piece]);
        return;
      }
      const filling = tail.length > 0 ? 4 - tail.length : 0;
      if (tail.length > 0) decode(Buffer.concat([tail, piece.subarray(0, filling)]), 0, 4);
      const end = filling + ready - (tail.length > 0 ? 4 : 0);
      decode(piece, filling, end);
      tail = Buffer.from(piece.subarray(end));
    },
    end(): void {
      const last = Buffer.concat([start, tail, slash]).toString('latin1');
      const bytes = Buffer.from(last, 'base64');
      // Also refuses bits beyond the last byte, which no writer leaves there.
      if (bytes.toString('base64') !== last) refuse(member);
      sink.add(bytes);
    },
  };
}

export type Base64FieldExtractor = ReturnType<typeof createBase64FieldExtractor>;

/**
 * Reads a JSON object as it arrives and takes one member of it, a file in base64, out of the text: decoded piece by
 * piece, it is never held as text nor parsed in one go. The rest, where the member reads "", is left to be parsed.
 */
export function createBase64FieldExtractor(member: string, maxRemainderBytes: number, sink: Base64Sink) {
  const rest: Buffer[] = [];
  let restLength = 0;
  let depth = 0;
  let isObject = false;
  let inString = false;
  let escaped = false;
  let expectsKey = false;
  let key: number[] | null = null;
  let lastKey: string | null = null;
  let file: ReturnType<typeof createBase64Reader> | null = null;
  let taken = false;

  function keep(piece: Buffer): void {
    restLength += piece.length;
    if (restLength > maxRemainderBytes)
      throw new AppError('body_too_large', { values: { limit: maxRemainderBytes } });
    rest.push(Buffer.from(piece));
  }

  function endString(): void {
    inString = false;
    if (key === null) return;
    try {
      lastKey = JSON.parse(`"${Buffer.from(key).toString()}"`) as string;
    } catch {
      // Whoever parses the rest will say what is wrong with it.
      lastKey = null;
    }
    key = null;
  }

  function readString(byte: number): void {
    if (byte === quote && !escaped) endString();
    else if (key && key.length < maxKeyLength) key.push(byte);
    escaped = byte === backslash && !escaped;
  }

  /** True where the member's text begins. */
  function beginString(): boolean {
    if (depth === 1 && isObject && !expectsKey && lastKey === member) return true;
    inString = true;
    if (depth === 1 && isObject && expectsKey) key = [];
    return false;
  }

  function readMark(byte: number): void {
    if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth === 1) [isObject, expectsKey] = [byte === openBrace, true];
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1;
    else if (depth === 1 && byte === colon) expectsKey = false;
    else if (depth === 1 && byte === comma) [expectsKey, lastKey] = [true, null];
  }

  /** From `from` to where the file begins, or to the end of the piece. */
  function readText(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (inString) readString(byte);
      else if (byte !== quote) readMark(byte);
      else if (beginString()) {
        keep(chunk.subarray(from, at + 1));
        if (taken) refuse(member);
        [taken, file] = [true, createBase64Reader(member, sink)];
        return at + 1;
      }
    }
    keep(chunk.subarray(from));
    return chunk.length;
  }

  function readFile(chunk: Buffer, from: number): number {
    const end = chunk.indexOf(quote, from);
    file?.take(chunk.subarray(from, end < 0 ? chunk.length : end));
    if (end < 0) return chunk.length;
    file?.end();
    [file, lastKey] = [null, null];
    keep(chunk.subarray(end, end + 1));
    return end + 1;
  }

  return {
    take(chunk: Buffer): void {
      for (let at = 0; at < chunk.length; ) at = file ? readFile(chunk, at) : readText(chunk, at);
    },
    /** The object without the file, and whether there was one. */
    end: () => ({ rest: Buffer.concat(rest), taken }),
  };
}
