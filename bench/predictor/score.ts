import type { Confidence, Prediction } from '@warranty/contracts/purchase-date';
import type { Row } from './devices.ts';

const year = 365.25 * 86_400_000;

/** One fleet: the rows of the file, the true dates and the predictions. */
export interface Scored {
  rows: readonly Row[];
  truth: ReadonlyMap<string, string>;
  predictions: readonly Prediction[];
}

export interface HitCount {
  of: number;
  right: number;
}

export interface Score {
  assets: number;
  /** Assets with any evidence. */
  dated: HitCount;
  all: HitCount;
  byConfidence: Record<Confidence, HitCount>;
  /** Absolute errors in days. */
  errors: number[];
}

/** The type and manufacturer alone do not count as evidence. */
export const kindsOf = ({ evidence }: Prediction): number =>
  new Set(evidence.map(({ kind }) => kind).filter((kind) => kind !== 'type-and-maker')).size;

export const percentOf = ({ of, right }: HitCount): number =>
  of === 0 ? 100 : Math.round((1000 * right) / of) / 10;

function count(share: HitCount, isRight: boolean): void {
  share.of += 1;
  if (isRight) share.right += 1;
}

/** Counts only assets without a date in the file. */
export function scoreOf(fleets: readonly Scored[]): Score {
  const none = (): HitCount => ({ of: 0, right: 0 });
  const score: Score = {
    assets: 0,
    dated: none(),
    all: none(),
    byConfidence: { high: none(), medium: none(), low: none() },
    errors: [],
  };
  for (const { rows, truth, predictions } of fleets) {
    for (const [at, prediction] of predictions.entries()) {
      if (rows[at]?.purchaseDate) continue;
      const said = Date.parse(prediction.predictedPurchaseDate ?? '');
      const error = Math.abs(said - Date.parse(truth.get(prediction.assetId) ?? ''));
      const isRight = error <= year;
      score.assets += 1;
      count(score.all, isRight);
      count(score.byConfidence[prediction.confidence], isRight);
      if (kindsOf(prediction) === 0) continue;
      count(score.dated, isRight);
      score.errors.push(error / 86_400_000);
    }
  }
  return score;
}

/** Counts wrong placeholder dates (January 1), and how many of them were not trusted. */
export function placeholdersOf(fleets: readonly Scored[]): HitCount {
  const share = { of: 0, right: 0 };
  for (const { rows, truth, predictions } of fleets) {
    for (const [at, { assetId, method }] of predictions.entries()) {
      const entered = rows[at]?.purchaseDate ?? '';
      if (!entered.endsWith('-01-01') || truth.get(assetId) === entered) continue;
      count(share, method !== 'exact_match');
    }
  }
  return share;
}
