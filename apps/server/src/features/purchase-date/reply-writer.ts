import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { Prediction, VendorDates } from '@warranty/contracts/purchase-date';

/** Many at a time: text that is made piece by piece costs more than the predictions. */
const predictionsPerBatch = 500;

/** Packed, a reply of 100 MB is held in a tenth of that until it has been sent. */
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

/** The reply of predict-bulk, a prediction on each line. */
export function* predictionTexts(
  predictions: readonly Prediction[],
  vendorDates: VendorDates | null,
): Generator<string> {
  yield '{"predictions":[\n';
  for (let from = 0; from < predictions.length; from += predictionsPerBatch) {
    const some = predictions.slice(from, from + predictionsPerBatch).map((each) => JSON.stringify(each));
    yield (from > 0 ? ',\n' : '') + some.join(',\n');
  }
  yield `\n],"vendorDates":${JSON.stringify(vendorDates)}}`;
}

/** For those who do not take it packed, unpacked while it is sent. */
export function gunzipStream(gzipped: Uint8Array[]): Readable {
  return Readable.from(gzipped, { objectMode: false }).compose(createGunzip()) as Readable;
}
