import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { BlockedCallError } from './errors.ts';

/** The encodings we request. Replies in other encodings are rejected. */
export const acceptedEncodings = 'gzip, br';

const unpackers: Record<string, () => Transform> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
};

/** Reads a body, decompressing it as a stream, and never holds more than `maxBytes`, whatever its decompressed size. */
export async function readBounded(body: Readable, encoding: string, maxBytes: number): Promise<Buffer> {
  const packed = encoding.trim().toLowerCase();
  const unpacker = unpackers[packed];
  const cannotUnpack = () =>
    new BlockedCallError('reply', 'encoding', 'The response uses an unsupported or invalid compression.');
  if (packed !== '' && packed !== 'identity' && unpacker === undefined) throw cannotUnpack();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  };
  let isEmpty = true;
  const pass = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      isEmpty = false;
      yield chunk;
    }
  };
  try {
    if (unpacker) await pipeline(body, pass, unpacker(), collect);
    else await pipeline(body, collect);
  } catch (error) {
    if (!isUnpackError(error)) throw error;
    // A reply without a body may still declare an encoding.
    if (!isEmpty) throw cannotUnpack();
  }
  return Buffer.concat(chunks);
}

export function tooLarge(maxBytes: number): BlockedCallError {
  const megabytes = Math.round((maxBytes / 1024 / 1024) * 10) / 10;
  return new BlockedCallError('reply', 'size', `The response is larger than ${megabytes} MB.`);
}

/** Error codes of zlib: Z_DATA_ERROR, Z_BUF_ERROR, ERR__ERROR_FORMAT_... */
function isUnpackError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(Z_|ERR__ERROR_)/.test(String(error.code));
}

/** Decodes text with the charset of the content type, or UTF-8 by default. */
export function decodeText(bytes: Buffer, contentType: string): string {
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
