/** Large enough that the cost of a message to a thread does not matter. */
const batchSize = 256 * 1024;

/** Copies the bytes into batches that own their memory. */
export async function* batchBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let batch = new Uint8Array(batchSize);
  let filled = 0;
  for await (const piece of bytes) {
    for (let from = 0; from < piece.length; ) {
      const some = piece.subarray(from, from + batchSize - filled);
      batch.set(some, filled);
      filled += some.length;
      from += some.length;
      if (filled < batchSize) continue;
      yield batch;
      batch = new Uint8Array(batchSize);
      filled = 0;
    }
  }
  if (filled > 0) yield batch.subarray(0, filled);
}
