import type { ReaderMessage } from './reader-replies.ts';

const headerBytes = 4;
const base64Flag = 2 ** 31;

/** A photo on its way to a reader: the file itself, or its base64 text from inside a JSON string. */
export interface PhotoBytes {
  bytes: Buffer;
  isBase64: boolean;
}

/** Where a reader writes its messages. Libraries may print to standard output. */
export const messagesFd = 3;

/** A message on its way from a reader, preceded by its length. */
export function toFrame(message: ReaderMessage): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(body.length);
  return Buffer.concat([header, body]);
}

/** Photos are sent over the reader's standard input, each preceded by its length, which avoids a copy. */
export function headerOf(length: number, isBase64: boolean): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(length + (isBase64 ? base64Flag : 0));
  return header;
}

/** Reassembles the photos from the chunks of the stream. */
export async function* photosIn(input: AsyncIterable<Buffer>): AsyncGenerator<PhotoBytes> {
  const header = Buffer.alloc(headerBytes);
  let [photo, filled] = [null as Buffer | null, 0];
  for await (const chunk of input) {
    for (let index = 0; index < chunk.length; ) {
      const target = photo ?? header;
      const copied = chunk.copy(target, filled, index);
      [index, filled] = [index + copied, filled + copied];
      if (filled < target.length) continue;
      filled = 0;
      photo ??= Buffer.allocUnsafeSlow(header.readUInt32BE() % base64Flag);
      if (target === header && photo.length > 0) continue;
      yield { bytes: photo, isBase64: header.readUInt32BE() >= base64Flag };
      photo = null;
    }
  }
}
