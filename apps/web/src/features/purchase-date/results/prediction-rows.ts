import type { Confidence, Prediction } from '@warranty/contracts/purchase-date';

/** Dates of the file are neither of high nor of low confidence. */
export type ConfidenceFilter = Confidence | 'known';

export interface RowFilter {
  confidence: ConfidenceFilter | null;
  search: string;
}

/** "Dell Latitude 5420", without repeating the manufacturer. */
export function deviceOf({ manufacturer, modelNumber, typeName }: Prediction['originalAsset']): string {
  const model = modelNumber?.trim() ?? '';
  const name = manufacturer?.trim() ?? '';
  const named = model.toLowerCase().startsWith(name.toLowerCase()) ? model : `${name} ${model}`.trim();
  return named || typeName?.trim() || '';
}

/** A table row, with only the fields that the table shows. `at` is the index among all predictions. */
export function toRow(prediction: Prediction, at: number) {
  const { assetId, isKnown, confidence, method, explanation, originalAsset, conflicts } = prediction;
  return {
    ...{ at, assetId, isKnown, confidence, method, explanation },
    serialNumber: originalAsset.serialNumber,
    device: deviceOf(originalAsset),
    date: prediction.predictedPurchaseDate,
    conflicts: conflicts.length,
  };
}

export type PredictionRow = ReturnType<typeof toRow>;

/** Dates of the file are a group of their own. */
const groupOf = ({ isKnown, confidence }: Prediction): ConfidenceFilter => (isKnown ? 'known' : confidence);

/** Indexes of the predictions that match the filter, in file order. */
export function matching(predictions: readonly Prediction[], { confidence, search }: RowFilter): number[] {
  const wanted = search.toLowerCase();
  const has = ({ assetId, originalAsset, explanation }: Prediction) =>
    [assetId, explanation, ...Object.values(originalAsset)].some((text) =>
      text?.toLowerCase().includes(wanted),
    );
  const found: number[] = [];
  for (const [at, prediction] of predictions.entries()) {
    if (confidence !== null && groupOf(prediction) !== confidence) continue;
    if (wanted === '' || has(prediction)) found.push(at);
  }
  return found;
}

export interface YearCounts extends Record<ConfidenceFilter, number> {
  year: number;
}

const empty = (year: number): YearCounts => ({ year, known: 0, high: 0, medium: 0, low: 0 });

/** Counts assets by purchase year, including empty years in between. */
export function countYears(predictions: Iterable<Prediction>): YearCounts[] {
  const byYear = new Map<number, YearCounts>();
  for (const prediction of predictions) {
    const { predictedPurchaseDate } = prediction;
    if (predictedPurchaseDate === null) continue;
    const year = Number(predictedPurchaseDate.slice(0, 4));
    const counts = byYear.get(year) ?? empty(year);
    counts[groupOf(prediction)] += 1;
    byYear.set(year, counts);
  }
  const years = [...byYear.keys()];
  if (years.length === 0) return [];
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const year = first + index;
    return byYear.get(year) ?? empty(year);
  });
}
