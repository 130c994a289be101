import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

/** As large as a piece may be that is read in one go. */
const inflatedPieceBytes = 64 * 1024;

/** Web streams may throw outside of any promise when they are cancelled, which would end a thread. */
export function inflateRaw(compressed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const inflated = createInflateRaw({ chunkSize: inflatedPieceBytes });
  // The reader of the stream gets the error.
  pipeline(Readable.from(compressed), inflated, () => undefined);
  return inflated;
}
