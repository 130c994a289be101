import type { Prediction } from '@warranty/contracts/purchase-date';
import { type Column, freeName } from '@warranty/domain/csv/columns';
import { createWriter } from '@warranty/domain/csv/write';

const header = [
  ...['Serial Number', 'Type', 'Manufacturer', 'Model'],
  ...['Predicted Purchase Date', 'Confidence', 'Method', 'Explanation'],
];

/** Yields the download piece by piece. The date is only a year: anything more would look too precise. */
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

const addedColumns: readonly {
  header: string;
  cell: (prediction: Prediction) => string | undefined | null;
}[] = [
  { header: 'Predicted Purchase Date', cell: ({ predictedPurchaseDate }) => predictedPurchaseDate },
  { header: 'Predicted Earliest Date', cell: ({ interval }) => interval?.from },
  { header: 'Predicted Latest Date', cell: ({ interval }) => interval?.to },
  { header: 'Prediction Confidence', cell: ({ confidence }) => confidence },
  { header: 'Prediction Method', cell: ({ method }) => method },
];

/** The user's own file, row by row and unchanged, with the predictions in extra columns. */
export function createOwnFile(columns: readonly Column[], delimiter: string) {
  const writer = createWriter({ delimiter, bom: true });
  return {
    header(): string {
      const headers = columns.map(({ header: own, name }) => own ?? name);
      const taken = new Set(headers.map((each) => each.trim().toLowerCase()));
      const added = addedColumns.map((each) =>
        freeName(each.header, (name) => taken.has(name.toLowerCase())),
      );
      return writer.row([...headers, ...added]);
    },
    row(cells: readonly string[], prediction: Prediction): string {
      const added = addedColumns.map(({ cell }) => cell(prediction) ?? '');
      // Fields beyond the header come after the new columns, so they stay beyond the header.
      return writer.row([...cells.slice(0, columns.length), ...added, ...cells.slice(columns.length)]);
    },
  };
}

/** `20261114-093012`, in UTC. */
export const fileStamp = (now: Date): string =>
  now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');

export const predictionFileName = (now: Date): string => `purchase-date-predictions-${fileStamp(now)}.csv`;

export function ownFileName(name: string, now: Date): string {
  const words = name.replace(/\.csv$/i, '').match(/[\p{L}\p{N}_-]+/gu) ?? [];
  return `${words.join('-').slice(0, 60) || 'assets'}-with-predictions-${fileStamp(now)}.csv`;
}
