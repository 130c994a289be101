import type { ByteSource } from './byte-source.ts';
import { crc32 } from './crc32.ts';
import { refuse } from './workbook-error.ts';
import { localHeaderSize, type ZipEntry } from './zip-directory.ts';

const pieceBytes = 256 * 1024;
/** Of what is passed on: reading it takes a few milliseconds at most. */
const inflatedPieceBytes = 64 * 1024;
const localHeader = 0x04034b50;

/** Counts what all entries of an archive add up to while they are inflated, because declared sizes may be false. */
export interface InflateBudget {
  inflated: number;
}

export interface InflateLimits {
  /** Of all entries together. */
  bytes: number;
  /** Of a part other than sheets and texts, which are small. In characters. */
  part: number;
  /** Of the shared texts in memory, including their index. */
  textBytes: number;
  /** Inflated bytes per compressed byte, checked after `ratioFrom` bytes: small parts compress well. */
  ratio: number;
  ratioFrom: number;
}

export const inflateLimits: InflateLimits = {
  bytes: 4 * 1024 ** 3,
  part: 32 * 1024 * 1024,
  textBytes: 128 * 1024 * 1024,
  ratio: 250,
  ratioFrom: 32 * 1024 * 1024,
};

/** Not `ReadableStream.from`, which some browsers lack. */
function streamOf(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** Every browser and Node have it, in native code. */
async function* inflateRaw(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const inflated = streamOf(compressed).pipeThrough(new DecompressionStream('deflate-raw') as never);
  const reader = (inflated as ReadableStream<Uint8Array>).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A reader that stops early must not leave the rest to be inflated. Its own error is already reported.
    await reader.cancel().catch(() => undefined);
  }
}

async function dataStart(source: ByteSource, { offset }: ZipEntry): Promise<number> {
  const header = await source.read(offset, offset + localHeaderSize);
  if (header.length < localHeaderSize) refuse('damaged');
  const view = new DataView(header.buffer, header.byteOffset, header.length);
  if (view.getUint32(0, true) !== localHeader) refuse('damaged');
  return offset + localHeaderSize + view.getUint16(26, true) + view.getUint16(28, true);
}

/** The bytes of an entry as they are in the archive. */
export async function* compressedBytes(source: ByteSource, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  let at = await dataStart(source, entry);
  const end = at + entry.compressedSize;
  if (end > source.size) refuse('damaged');
  while (at < end) {
    const piece = await source.read(at, Math.min(end, at + pieceBytes));
    if (piece.length === 0) throw new Error('the file became shorter');
    at += piece.length;
    yield piece;
  }
}

async function* stored(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of compressed)
    for (let start = 0; start < piece.length; start += inflatedPieceBytes)
      yield piece.subarray(start, start + inflatedPieceBytes);
}

/** An error of `inflate` means that the data is damaged; errors of the source are passed on. */
async function* orDamaged(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await iterator.next().catch((error: unknown) => {
        if (error instanceof DOMException) throw error;
        return refuse('damaged');
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.().catch(() => undefined);
  }
}

/** The bytes of an entry, piece by piece. Throws a `CsvError` if they are damaged or too many. */
export async function* readEntry(
  source: ByteSource,
  entry: ZipEntry,
  budget: InflateBudget,
  limits: InflateLimits = inflateLimits,
): AsyncGenerator<Uint8Array> {
  if (entry.method !== 0 && entry.method !== 8) refuse('damaged');
  const compressed = compressedBytes(source, entry);
  const inflate = source.inflate ?? inflateRaw;
  let inflated = 0;
  let sum = 0;
  for await (const piece of orDamaged(entry.method === 8 ? inflate(compressed) : stored(compressed))) {
    inflated += piece.length;
    budget.inflated += piece.length;
    const isDense = inflated > limits.ratioFrom && inflated > entry.compressedSize * limits.ratio;
    if (budget.inflated > limits.bytes || isDense) refuse('inflated');
    sum = crc32(piece, sum);
    yield piece;
  }
  if (sum !== entry.crc) refuse('damaged');
}
