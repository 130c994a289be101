import { photosIn, type ReaderMessage, type ReadResult } from './reader-messages.ts';
import { createLabelReader, type LabelReader, UnreadableImageError } from './reading/label-reader.ts';

// The program of a process that reads labels: it opens files that strangers made, so it is not the api itself. It
// has no secret, keeps nothing, and ends with whoever started it, however that one ends.
process.once('disconnect', () => process.exit());
// Ctrl-C reaches every process of a terminal; who started this one lets it finish first.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

const say = (message: ReaderMessage) => process.send?.(message);

async function answer(reader: LabelReader, photo: Buffer): Promise<ReadResult> {
  try {
    return { kind: 'read', reading: await reader.read(photo) };
  } catch (error) {
    if (error instanceof UnreadableImageError) return { kind: 'unreadable', reason: error.reason };
    return { kind: 'failed', error: String(error) };
  }
}

const reader = await createLabelReader();
say({ kind: 'ready' });
for await (const photo of photosIn(process.stdin)) {
  const found = await answer(reader, photo);
  say({ kind: 'answer', answer: found, memory: process.memoryUsage.rss() });
}
process.exit();
