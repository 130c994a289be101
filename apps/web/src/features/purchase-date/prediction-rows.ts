import type { Prediction } from '@warranty/contracts/purchase-date';
import type { ConfidenceFilter, PredictionRow, RowFilter } from './asset-messages.ts';

/** "Dell Latitude 5420", without repeating the manufacturer. */
export function deviceOf({ manufacturer, modelNumber, typeName }: Prediction['originalAsset']): string {
  const model = modelNumber?.trim() ?? '';
  const name = manufacturer?.trim() ?? '';
  const named = model.toLowerCase().startsWith(name.toLowerCase()) ? model : `${name} ${model}`.trim();
  return named || typeName?.trim() || '';
}

export function toRow(prediction: Prediction, at: number): PredictionRow {
  return {
    at,
    serialNumber: prediction.originalAsset.serialNumber,
    assetId: prediction.assetId,
    device: deviceOf(prediction.originalAsset),
    date: prediction.predictedPurchaseDate,
    isKnown: prediction.isKnown,
    confidence: prediction.confidence,
    method: prediction.method,
    explanation: prediction.explanation,
    conflicts: prediction.conflicts.length,
  };
}

/** Dates of the file are a group of their own. */
export const groupOf = ({
  isKnown,
  confidence,
}: Pick<Prediction, 'isKnown' | 'confidence'>): ConfidenceFilter => (isKnown ? 'known' : confidence);

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
