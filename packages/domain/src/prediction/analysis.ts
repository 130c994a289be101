import type { AssetAnalysis } from '@warranty/contracts/purchase-date';
import { formatNumber } from '../csv/csv-error.ts';
import type { Asset } from './asset.ts';
import { assetFields } from './asset-columns.ts';
import { type BackTest, backTest } from './back-test.ts';
import type { Fleet } from './fleet.ts';
import type { ReadFleet } from './read-fleet.ts';
import { minSamplesToMeasure } from './tally.ts';

const maxSuspicious = 100;
const maxPatterns = 10;
const minPatternSize = 3;
const unknown = 'Unknown';

/** How much each field contributes to the completeness score, out of 100 points. */
const worth: readonly { points: number; has: (asset: Asset, isDated: boolean) => boolean }[] = [
  { points: 25, has: ({ model }) => model !== null },
  { points: 20, has: ({ serial }) => serial !== '' },
  { points: 20, has: (_, isDated) => isDated },
  { points: 15, has: ({ warrantyEnd }) => warrantyEnd !== null },
  { points: 10, has: ({ manufacturer }) => manufacturer !== null },
  { points: 10, has: ({ type }) => type !== '' },
];

function completeness({ assets, labelOf }: Fleet): number {
  if (assets.length === 0) return 0;
  const points = assets.reduce((sum, asset, index) => {
    const isDated = labelOf(index) !== null;
    return sum + worth.reduce((own, { points: each, has }) => own + (has(asset, isDated) ? each : 0), 0);
  }, 0);
  return Math.round((points / assets.length) * 10) / 10;
}

function distribution(values: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const sorted = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return Object.fromEntries(sorted);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const tenths = (value: number) => Math.round(value * 10) / 10;

interface Period {
  manufacturer: string;
  typeName: string;
  years: number;
}

function warrantyPeriods({ assets, labelOf }: Fleet): Period[] {
  return assets.flatMap((asset, index) => {
    const label = labelOf(index);
    const years = label === null || asset.warrantyEnd === null ? 0 : (asset.warrantyEnd - label) / 12;
    if (years < 0.2 || years > 12) return [];
    return [
      { manufacturer: asset.manufacturer ?? unknown, typeName: asset.original.typeName ?? unknown, years },
    ];
  });
}

function patternsOf(periods: readonly Period[]) {
  const groups = Map.groupBy(periods, ({ manufacturer, typeName }) => `${manufacturer}\u0000${typeName}`);
  return [...groups.values()]
    .filter((group) => group.length >= minPatternSize)
    .map((group) => ({
      manufacturer: group[0]?.manufacturer ?? unknown,
      typeName: group[0]?.typeName ?? unknown,
      avgWarrantyYears: tenths(mean(group.map(({ years }) => years))),
      sampleSize: group.length,
    }))
    .toSorted((a, b) => b.sampleSize - a.sampleSize || (a.manufacturer < b.manufacturer ? -1 : 1))
    .slice(0, maxPatterns);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}

const months = (count: number) => (count === 1 ? '1 month' : `${count} months`);

function toWire({ errors }: BackTest): AssetAnalysis['insights']['backTest'] {
  const assets = errors.length;
  if (assets < minSamplesToMeasure) return null;
  const withinOneYear = errors.filter((months) => months <= 12).length / assets;
  const error = tenths(median(errors));
  const sentence = `Median error ${months(error)} on ${formatNumber(assets)} assets.`;
  return {
    assets,
    medianErrorMonths: error,
    withinOneYear: Math.round(withinOneYear * 1000) / 1000,
    sentence,
  };
}

function accuracy(test: AssetAnalysis['insights']['backTest'], known: number): string {
  if (test === null) {
    const count = known === 0 ? 'no purchase date is known' : `only ${known} purchase dates are known`;
    return `Cannot be measured: ${count} in this file, and at least ${minSamplesToMeasure} are needed.`;
  }
  const share = Math.round(test.withinOneYear * 100);
  const dates =
    test.assets === known
      ? `each of the ${formatNumber(known)}`
      : `${formatNumber(test.assets)} of the ${formatNumber(known)}`;
  return `${share}% within one year, measured by predicting ${dates} known dates from the others.`;
}

function approach({ assets, labelled, serialOf, models }: Fleet): string {
  const count = Math.max(1, assets.length);
  const dated = labelled.length / count;
  const coded = assets.filter((_, index) => serialOf(index) !== null).length / count;
  const known = assets.filter((asset) => models.datesOf(asset) !== null).length / count;
  const covered = assets.filter(({ warrantyEnd }) => warrantyEnd !== null).length / count;
  if (dated >= 0.2)
    return 'Use similar assets in this file, confirmed by serial numbers, models and warranties.';
  if (coded + known >= 0.5) return 'Use serial numbers and models, confirmed by warranties and known dates.';
  if (covered >= 0.3)
    return 'Use warranty end dates. Add models or serial numbers for more reliable results.';
  return 'Add models, serial numbers or known purchase dates. This file contains little that indicates when assets were bought.';
}

export function analyzeFleet({ fleet, columns, places }: ReadFleet): AssetAnalysis {
  const { assets } = fleet;
  const periods = warrantyPeriods(fleet);
  const test = toWire(backTest(fleet));
  const inFileOrder = Array.from(places, (place) => place);
  const suspicious = inFileOrder.flatMap((place) => {
    const sentence = fleet.suspicionOf(place);
    const asset = assets[place];
    if (sentence === null || !asset) return [];
    return [
      { assetId: asset.id, serialNumber: asset.original.serialNumber, date: asset.enteredText, sentence },
    ];
  });
  const known = assets.filter((_, index) => fleet.labelOf(index) !== null).length;
  return {
    analysis: {
      totalAssets: assets.length,
      assetsWithPurchaseDates: known,
      assetsWithWarrantyDates: assets.filter(({ warrantyEnd }) => warrantyEnd !== null).length,
      manufacturerDistribution: distribution(assets.map(({ manufacturer }) => manufacturer ?? unknown)),
      typeDistribution: distribution(assets.map(({ original }) => original.typeName ?? unknown)),
      averageWarrantyPeriod: periods.length === 0 ? null : tenths(mean(periods.map(({ years }) => years))),
      commonPatterns: patternsOf(periods),
    },
    insights: {
      dataQuality: {
        completenessScore: completeness(fleet),
        recommendedApproach: approach(fleet),
        columns: assetFields.flatMap((field) => {
          const column = columns.names[field];
          return column === undefined ? [] : [{ field, column }];
        }),
      },
      predictionCapability: { expectedAccuracy: accuracy(test, known) },
      backTest: test,
      suspiciousDates: suspicious.slice(0, maxSuspicious),
      suspiciousDatesCount: suspicious.length,
    },
  };
}
