import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import type { predictBulk } from '@warranty/contracts/purchase-date';

/** Large batches, because writing many small texts costs more than the predictions. */
const predictionsPerBatch = 500;

/** Compressed, a reply of 100 MB takes a tenth of the memory until it has been sent. */
export async function gzipAll(texts: Iterable<string>): Promise<Uint8Array[]> {
  const gzip = createGzip({ level: 1 });
  const pieces: Uint8Array[] = [];
  gzip.on('data', (piece: Buffer) => pieces.push(piece));
  const done = new Promise<void>((resolve, reject) => gzip.once('end', resolve).once('error', reject));
  for (const text of texts) {
    if (!gzip.write(text)) await new Promise<void>((resolve) => gzip.once('drain', resolve));
  }
  gzip.end();
  await done;
  return pieces;
}

type Reply = ReplyOf<typeof predictBulk>;

/** The reply of predict-bulk, with one prediction per line. */
export function* predictionTexts(
  predictions: Reply['predictions'],
  rest: Omit<Reply, 'predictions'>,
): Generator<string> {
  yield '{"predictions":[\n';
  for (let from = 0; from < predictions.length; from += predictionsPerBatch) {
    const batch = predictions.slice(from, from + predictionsPerBatch).map((each) => JSON.stringify(each));
    yield (from > 0 ? ',\n' : '') + batch.join(',\n');
  }
  yield `\n],${JSON.stringify(rest).slice(1)}`;
}

/** Decompresses while sending, for clients that do not accept gzip. */
export function gunzipStream(gzipped: Uint8Array[]): Readable {
  return Readable.from(gzipped, { objectMode: false }).compose(createGunzip()) as Readable;
}
