import { AppError } from './app-error.ts';

/** Receives the decoded file. */
export interface Base64Sink {
  /** Decodes whole quanta without padding. Returns false if they are not base64. */
  decode(source: Uint8Array, from: number, end: number): boolean;
  /** Appends the last bytes, which are already decoded. */
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

/**
 * Decodes by hand because Node only decodes strings: creating them took four times as long and allocated memory for each
 * chunk.
 */
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
  const details = [{ path: `body.${member}`, message: 'Invalid base64, or the field appears twice.' }];
  throw new AppError('invalid_request', { details });
}

const nothing = Buffer.alloc(0);

/** Decodes strict RFC 4648 base64 in chunks: no spaces, padded, no leftover bits. Skips a data URL prefix. */
function createBase64Reader(member: string, sink: Base64Sink) {
  /** Incomplete input carried over to the next chunk: the prefix, an escaped slash, the last quantum. */
  let [start, slash, tail] = [nothing, nothing, nothing];
  let startedAt = false;

  /** Slashes are the only characters of the base64 alphabet that JSON may escape. */
  function unescapeSlashes(piece: Buffer): Buffer {
    if (slash.length === 0 && !piece.includes(backslash)) return piece;
    const text = Buffer.concat([slash, piece]).toString('latin1').replaceAll('\\/', '/');
    const isCut = text.endsWith('\\');
    slash = Buffer.from(isCut ? '\\' : '');
    const whole = isCut ? text.slice(0, -1) : text;
    return whole.includes('\\') ? refuse(member) : Buffer.from(whole, 'latin1');
  }

  /** Returns the data after the prefix, or nothing until it is known whether there is a data URL prefix. */
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
      // The last quantum may be padded, so it is held back until the end.
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
      // Also rejects bits beyond the last byte, which no encoder produces.
      if (bytes.toString('base64') !== last) refuse(member);
      sink.add(bytes);
    },
  };
}

export type Base64FieldExtractor = ReturnType<typeof createBase64FieldExtractor>;

/**
 * Reads a JSON object as it arrives and extracts one member, a base64 file. The file is decoded chunk by chunk, so it is
 * never held as text or parsed as a whole. The rest, with "" as the member's value, is left to be parsed.
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
      // The parser of the rest reports the error.
      lastKey = null;
    }
    key = null;
  }

  function readString(byte: number): void {
    if (byte === quote && !escaped) endString();
    else if (key && key.length < maxKeyLength) key.push(byte);
    escaped = byte === backslash && !escaped;
  }

  /** Returns true if the member's value begins here. */
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

  /** Reads from `from` to the start of the file, or to the end of the chunk. */
  function readText(chunk: Buffer, from: number): number {
    for (let index = from; index < chunk.length; index += 1) {
      const byte = chunk[index] as number;
      if (inString) readString(byte);
      else if (byte !== quote) readMark(byte);
      else if (beginString()) {
        keep(chunk.subarray(from, index + 1));
        if (taken) refuse(member);
        [taken, file] = [true, createBase64Reader(member, sink)];
        return index + 1;
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
      for (let index = 0; index < chunk.length; )
        index = file ? readFile(chunk, index) : readText(chunk, index);
    },
    /** The object without the file, and whether there was one. */
    end: () => ({ rest: Buffer.concat(rest), taken }),
  };
}
