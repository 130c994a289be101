import type { Prediction } from '@warranty/contracts/purchase-date';
import { type Column, freeName } from '@warranty/domain/csv/columns';
import { createWriter } from '@warranty/domain/csv/write';

const header = [
  ...['Serial Number', 'Type', 'Manufacturer', 'Model'],
  ...['Predicted Purchase Date', 'Confidence', 'Method', 'Explanation'],
];

/** Blank for a date of the file, so that counting a column counts predictions only. */
const confidenceOf = ({ isKnown, confidence }: Prediction): string => (isKnown ? '' : confidence);

/** Yields the download piece by piece. The date is only a year: anything more would look too precise. */
export function* predictionFile(predictions: Iterable<Prediction>, delimiter: string): Generator<string> {
  const writer = createWriter({ delimiter, bom: true });
  yield writer.row(header);
  for (const prediction of predictions) {
    const { originalAsset: asset, predictedPurchaseDate, method, explanation } = prediction;
    yield writer.row([
      ...[asset.serialNumber, asset.typeName, asset.manufacturer, asset.modelNumber].map(
        (cell) => cell ?? '',
      ),
      ...[predictedPurchaseDate?.slice(0, 4) ?? '', confidenceOf(prediction), method, explanation],
    ]);
  }
}

/** The range of a date in the file would be the date itself. */
const intervalOf = ({ isKnown, interval }: Prediction) => (isKnown ? null : interval);

const addedColumns: [header: string, cell: (prediction: Prediction) => string | undefined | null][] = [
  ['Predicted Purchase Date', ({ predictedPurchaseDate }) => predictedPurchaseDate],
  ['Predicted Earliest Date', (prediction) => intervalOf(prediction)?.from],
  ['Predicted Latest Date', (prediction) => intervalOf(prediction)?.to],
  ['Prediction Confidence', confidenceOf],
  ['Prediction Method', ({ method }) => method],
  ['Prediction Source', ({ isKnown }) => (isKnown ? 'in your file' : 'predicted')],
];

/** The user's own table, row by row and unchanged, with the predictions in extra columns. */
export function createOwnTable(columns: readonly Column[]) {
  return {
    header(): string[] {
      const headers = columns.map(({ header: own, name }) => own ?? name);
      const taken = new Set(headers.map((each) => each.trim().toLowerCase()));
      const added = addedColumns.map(([wanted]) => freeName(wanted, (name) => taken.has(name.toLowerCase())));
      return [...headers, ...added];
    },
    row(cells: readonly string[], prediction: Prediction): string[] {
      const added = addedColumns.map(([, cell]) => cell(prediction) ?? '');
      // Fields beyond the header come after the new columns, so they stay beyond the header.
      return [...cells.slice(0, columns.length), ...added, ...cells.slice(columns.length)];
    },
  };
}

/** `20261114-093012`, in UTC. */
export const fileStamp = (now: Date): string =>
  now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');

export const predictionFileName = (now: Date): string => `purchase-date-predictions-${fileStamp(now)}.csv`;

export function ownFileName(name: string, format: 'csv' | 'xlsx', now: Date): string {
  const words = name.replace(/\.(?:csv|xlsx)$/i, '').match(/[\p{L}\p{N}_-]+/gu) ?? [];
  return `${words.join('-').slice(0, 60) || 'assets'}-with-predictions-${fileStamp(now)}.${format}`;
}
