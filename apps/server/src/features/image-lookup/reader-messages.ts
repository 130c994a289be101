import type { LabelReading } from '@warranty/contracts/image-lookup';
import type { UnreadableReason } from './reading/label-reader.ts';

/** What became of one photo. */
export type ReadResult =
  | { kind: 'read'; reading: LabelReading }
  | { kind: 'unreadable'; reason: UnreadableReason }
  /** The reader met something it does not know; `error` says what, without anything of the photo. */
  | { kind: 'failed'; error: string };

/** What a reader says: that it can begin, and then one answer per photo. `memory` is what it holds by then. */
export type ReaderMessage = { kind: 'ready' } | { kind: 'answer'; answer: ReadResult; memory: number };

const headerBytes = 4;

/** Photos go to the reader's standard input, each after its length, so that none is copied on the way. */
export function headerOf(length: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(length);
  return header;
}

/** The photos as they were sent, however the pieces were cut. */
export async function* photosIn(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const header = Buffer.alloc(headerBytes);
  let [photo, filled] = [null as Buffer | null, 0];
  for await (const chunk of input) {
    for (let at = 0; at < chunk.length; ) {
      const target = photo ?? header;
      const copied = chunk.copy(target, filled, at);
      [at, filled] = [at + copied, filled + copied];
      if (filled < target.length) continue;
      filled = 0;
      photo ??= Buffer.allocUnsafeSlow(header.readUInt32BE());
      if (target === header && photo.length > 0) continue;
      yield photo;
      photo = null;
    }
  }
}
