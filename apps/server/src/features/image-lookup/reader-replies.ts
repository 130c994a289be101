import type { Readable } from 'node:stream';
import { labelReading } from '@warranty/contracts/image-lookup';
import * as z from 'zod/mini';
import { unreadableReasons } from './reading/unreadable-image.ts';

/** Far more than the text of any label. */
const maxReplyBytes = 1024 * 1024;
const headerBytes = 4;

/** The result of reading one photo. */
const readResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), reading: labelReading }),
  z.object({ kind: z.literal('unreadable'), reason: z.enum(unreadableReasons) }),
  // An unexpected error. `error` contains no data of the photo.
  z.object({ kind: z.literal('failed'), error: z.string() }),
]);
export type ReadResult = z.output<typeof readResult>;

/** A reader sends `ready`, and then one result per photo. `memory` is its current memory use, 0 if it cannot tell. */
const readerMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('answer'), answer: readResult, memory: z.number() }),
]);
export type ReaderMessage = z.output<typeof readerMessage>;

function parse(text: string): ReaderMessage | null {
  try {
    return readerMessage.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

export interface ReplyHandlers {
  /** Returns whether this message was expected now. */
  onReply(message: ReaderMessage): boolean;
  /** Called once; nothing is read after it. */
  onInvalid(): void;
}

/**
 * Reads the messages of a reader, each preceded by its length. A photo may have taken over the reader, so neither a length nor a
 * content is believed: at most one message is in memory, and the first one that is too long, malformed or not expected ends it.
 */
export function readReplies(output: Readable, { onReply, onInvalid }: ReplyHandlers): void {
  let received: Buffer = Buffer.alloc(0);

  /** Whether there may be another message. */
  function takeNext(): boolean {
    if (received.length < headerBytes) return false;
    const end = headerBytes + received.readUInt32BE();
    if (end <= headerBytes + maxReplyBytes && received.length < end) return false;
    const message = received.length < end ? null : parse(received.toString('utf8', headerBytes, end));
    if (!message || !onReply(message)) {
      output.destroy();
      onInvalid();
      return false;
    }
    received = received.subarray(end);
    return true;
  }

  output.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (takeNext());
  });
  // A reader that dies is detected by its exit.
  output.on('error', () => undefined);
}
