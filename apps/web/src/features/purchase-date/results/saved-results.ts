import type { Prediction } from '@warranty/contracts/purchase-date';
import { findSaved, maxSavedBytes, saveData } from '../../../lib/storage/saved-data.ts';
import type { AssetRequests, ShownResults } from '../file/asset-messages.ts';
import type { AssetSource } from '../file/asset-source.ts';

// Imported only by the worker.

/** As bytes, which every browser can store. */
interface SavedResults {
  shown: ShownResults;
  source: Omit<AssetSource, 'content'>;
  delimiter: string;
  content: ArrayBuffer;
  /** One prediction per line, compressed. */
  predictions: ArrayBuffer;
}

export interface Results {
  source: AssetSource;
  delimiter: string;
  predictions: Prediction[];
}

const predictionsPerPiece = 500;

function* linesOf(predictions: readonly Prediction[]): Generator<string> {
  for (let from = 0; from < predictions.length; from += predictionsPerPiece)
    yield predictions
      .slice(from, from + predictionsPerPiece)
      .map((each) => `${JSON.stringify(each)}\n`)
      .join('');
}

function compress(predictions: readonly Prediction[]): Promise<ArrayBuffer> {
  const lines = linesOf(predictions);
  const encoder = new TextEncoder();
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const { done, value } = lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  return new Response(source.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

async function decompress(bytes: ArrayBuffer): Promise<Prediction[]> {
  const source = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const lines = (await new Response(source).text()).split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Prediction]));
}

/** Returns false if the results are too large to keep. */
export async function saveResults(
  { slot, owner, shown }: AssetRequests['save']['question'],
  { source: { content, ...source }, delimiter, predictions }: Results,
): Promise<boolean> {
  if (content.size > maxSavedBytes) return false;
  const packed = await compress(predictions);
  if (content.size + packed.byteLength > maxSavedBytes) return false;
  const saved: SavedResults = {
    ...{ shown, source, delimiter },
    ...{ content: await content.arrayBuffer(), predictions: packed },
  };
  return saveData(slot, owner, saved);
}

export async function restoreResults({
  slot,
  owner,
}: AssetRequests['restore']['question']): Promise<{ shown: ShownResults; results: Results } | null> {
  const saved = await findSaved<SavedResults>(slot, owner);
  if (!saved) return null;
  const { shown, source, delimiter, content, predictions } = saved;
  return {
    shown,
    results: {
      source: { ...source, content: new Blob([content]) },
      delimiter,
      predictions: await decompress(predictions),
    },
  };
}
