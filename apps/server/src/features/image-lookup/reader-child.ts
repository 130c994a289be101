import { writeSync } from 'node:fs';
import { lowerPriority } from '../../platform/lower-priority.ts';
import { messagesFd, type PhotoBytes, photosIn, toFrame } from './reader-messages.ts';
import type { ReaderMessage, ReadResult } from './reader-replies.ts';
import { decodeBase64 } from './reading/base64.ts';
import { createLabelReader, type LabelReader, UnreadableImageError } from './reading/label-reader.ts';

// Entry point of a label reader process. It decodes untrusted images, so it runs outside the API process, holds no secrets
// and no state, and exits when its parent does, which closes its standard input.
// Reading a photo takes a whole core for a while: requests that take milliseconds go first, and background work after it,
// because a user waits for the photo.
lowerPriority(2);
// Ctrl-C reaches every process of a terminal; the parent lets this one finish first.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

function say(message: ReaderMessage): void {
  const frame = toFrame(message);
  for (let sent = 0; sent < frame.length; ) sent += writeSync(messagesFd, frame, sent);
}

async function answer(reader: LabelReader, { bytes, isBase64 }: PhotoBytes): Promise<ReadResult> {
  try {
    return { kind: 'read', reading: await reader.read(isBase64 ? decodeBase64(bytes) : bytes) };
  } catch (error) {
    if (error instanceof UnreadableImageError) return { kind: 'unreadable', reason: error.reason };
    return { kind: 'failed', error: String(error) };
  }
}

/** Zero on Linux, where a sandbox hides it and the parent can see it. */
const memory = () => (process.platform === 'linux' ? 0 : process.memoryUsage.rss());

const reader = await createLabelReader();
say({ kind: 'ready' });
for await (const photo of photosIn(process.stdin)) {
  const found = await answer(reader, photo);
  say({ kind: 'answer', answer: found, memory: memory() });
}
process.exit();
