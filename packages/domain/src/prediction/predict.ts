import type { AssetAnalysis, MatchedAsset, Prediction } from '@warranty/contracts/purchase-date';
import { analyzeFleet } from './analysis.ts';
import type { Asset } from './asset.ts';
import type { AssetRow } from './asset-columns.ts';
import { backTest, trustOf } from './back-test.ts';
import type { Clue } from './clue.ts';
import { readDescription } from './description.ts';
import { explain } from './explanation.ts';
import type { Fleet } from './fleet.ts';
import { isoOf } from './months.ts';
import { type PredictOptions, readFleet } from './read-fleet.ts';
import { assess, methodOf, type Trust, type Verdict } from './verdict.ts';

export type { AssetRow } from './asset-columns.ts';
export type { PredictOptions } from './read-fleet.ts';

const maxMatched = 5;

function matchedAssets(fleet: Fleet, at: number, verdict: Verdict): MatchedAsset[] {
  const isBySimilar = verdict.evidence.some(({ clue }) => methodOf(clue) === 'similar_assets');
  if (!isBySimilar) return [];
  const seen = new Set<number>([at]);
  const found: MatchedAsset[] = [];
  for (const peer of fleet.peersOf(at, verdict.estimate)) {
    if (found.length === maxMatched) break;
    if (peer.weight < 1 || seen.has(peer.at)) continue;
    seen.add(peer.at);
    const { id, original } = fleet.assets[peer.at] as Asset;
    found.push({ assetId: id, serialNumber: original.serialNumber, purchaseDate: isoOf(peer.month) });
  }
  return found;
}

const rounded = (share: number) => Math.round(share * 1000) / 1000;

function evidenceOf(clue: Clue, weight: number, estimate: number): Prediction['evidence'][number] {
  const { date, range } = clue.days;
  return { kind: clue.kind, date, range, weight: rounded(weight), sentence: clue.explain(estimate) };
}

function predictionOf(fleet: Fleet, at: number, trust: Trust): Prediction {
  const asset = fleet.assets[at] as Asset;
  const verdict = assess(fleet, at, trust);
  const shown = verdict.evidence.length > 0 ? verdict.evidence : [{ clue: fleet.prior(at), weight: 1 }];
  const evidence = shown.map(({ clue, weight }) => evidenceOf(clue, weight, verdict.estimate));
  const sentences = evidence.map(({ sentence }) => sentence);
  return {
    assetId: asset.id,
    originalAsset: asset.original,
    isKnown: fleet.labelOf(at) !== null,
    predictedPurchaseDate: isoOf(verdict.estimate),
    confidence: verdict.confidence,
    method: verdict.method,
    explanation: explain(asset, verdict, sentences, fleet.suspicionOf(at)),
    interval: { from: isoOf(verdict.from), to: isoOf(verdict.to) },
    evidence,
    conflicts: verdict.conflicts,
    matchedAssets: matchedAssets(fleet, at, verdict),
    alternativeDates: shown.map(({ clue }) => ({
      date: clue.days.date,
      method: methodOf(clue),
      confidence: rounded(clue.certainty),
    })),
  };
}

const blank = {
  serialNumber: null,
  typeName: null,
  manufacturer: null,
  modelNumber: null,
  warrantyExpire: null,
  purchaseDate: null,
};

function failed(at: number, asset: Asset | undefined): Prediction {
  return {
    assetId: asset?.id ?? `row-${at + 1}`,
    originalAsset: asset?.original ?? blank,
    isKnown: false,
    predictedPurchaseDate: null,
    confidence: 'low',
    method: 'error_fallback',
    explanation: 'This row could not be processed.',
    interval: null,
    evidence: [],
    conflicts: [],
    matchedAssets: [],
    alternativeDates: [],
  };
}

/** Returns one prediction per row, in row order. Never throws. */
export function predictAssets(rows: readonly AssetRow[], options: PredictOptions): Prediction[] {
  try {
    const { fleet, places } = readFleet(rows, options);
    const trust = trustOf(backTest(fleet));
    return rows.map((_, index) => {
      const place = places[index] ?? -1;
      try {
        return predictionOf(fleet, place, trust);
      } catch {
        return failed(index, fleet.assets[place]);
      }
    });
  } catch {
    return rows.map((_, index) => failed(index, undefined));
  }
}

const rephrasings: readonly (readonly [string, string])[] = [
  ['Date from your file.', 'Date from your description.'],
  ['Your file says', 'Your description says'],
  ['in your file is', 'in your description is'],
  ['Nothing in this row indicates', 'Nothing in the description indicates'],
];

const ofDescription = (sentence: string) =>
  rephrasings.reduce((said, [file, description]) => said.replace(file, description), sentence);

/** Predicts from a free-text description. */
export function predictDescription(text: string, options: PredictOptions): Prediction {
  try {
    const [prediction] = predictAssets([readDescription(text)], options);
    if (!prediction) return failed(0, undefined);
    return {
      ...prediction,
      explanation: ofDescription(prediction.explanation),
      evidence: prediction.evidence.map((each) => ({ ...each, sentence: ofDescription(each.sentence) })),
    };
  } catch {
    return failed(0, undefined);
  }
}

/** Reports how well a file's dates can be predicted, measured on its known dates. */
export function analyzeAssets(rows: readonly AssetRow[], options: PredictOptions): AssetAnalysis {
  return analyzeFleet(readFleet(rows, options));
}
