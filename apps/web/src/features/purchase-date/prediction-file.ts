import type { Prediction } from '@warranty/contracts/purchase-date';
import { createWriter } from '@warranty/domain/csv/write';

const header = [
  ...['Serial Number', 'Type', 'Manufacturer', 'Model'],
  ...['Predicted Purchase Date', 'Confidence', 'Method', 'Explanation'],
];

/** The file that is downloaded, in pieces. The date is the year alone: more would look like knowledge. */
export function* predictionFile(predictions: Iterable<Prediction>, delimiter: string): Generator<string> {
  const writer = createWriter({ delimiter, bom: true });
  yield writer.row(header);
  for (const { originalAsset: asset, predictedPurchaseDate, confidence, method, explanation } of predictions)
    yield writer.row([
      ...[asset.serialNumber, asset.typeName, asset.manufacturer, asset.modelNumber].map(
        (cell) => cell ?? '',
      ),
      ...[predictedPurchaseDate?.slice(0, 4) ?? '', confidence, method, explanation],
    ]);
}

/** `20261114-093012`, in UTC. */
export const fileStamp = (now: Date): string =>
  now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');

export const predictionFileName = (now: Date): string => `purchase-date-predictions-${fileStamp(now)}.csv`;
