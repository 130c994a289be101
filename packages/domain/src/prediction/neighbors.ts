import type { EvidenceKind } from '@warranty/contracts/purchase-date';
import { getOrMake } from '../memoize.ts';
import type { Asset, Dated } from './asset.ts';
import { Clue } from './clue.ts';
import { addGaussian, type Grid, gaussianShape, normalize, type Shape, trimmed } from './density.ts';
import { formatMonth } from './months.ts';
import { firstNotBelow } from './sorted.ts';
import { measureDoubt } from './tally.ts';

/** Position of an asset in a series that increases as assets are bought. */
export interface SeriesPosition {
  series: string;
  /** Numbers or strings, compared with <. */
  order: number | string;
}

export type Neighbors = ReturnType<typeof createNeighbors>;

export interface NeighborsSetup {
  kind: Extract<EvidenceKind, 'tag-neighbors' | 'serial-neighbors'>;
  placeOf: (asset: Asset) => SeriesPosition | null;
  grid: Grid;
  minDoubt: number;
  /** Above this doubt, neighbors are ignored. */
  maxDoubt: number;
}

interface Standing extends Dated {
  order: number | string;
}

const eachSide = 3;
/** In months. A series may continue for long beyond the last dated neighbor. */
const endSpread = 6;
const minPerSide = 2;
const maxPerModel = 1;
/** How many entries to search on each side. */
const maxSkipped = 120;
const minSeriesLength = 6;

function compare(a: Standing, b: Standing): number {
  if (a.order !== b.order) return a.order < b.order ? -1 : 1;
  return a.month - b.month;
}

function weightedMedian(values: readonly { month: number; weight: number }[]): number {
  const sorted = values.toSorted((a, b) => a.month - b.month);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  for (const [at, { month, weight }] of sorted.entries()) {
    sum += weight;
    if (sum > half + 1e-9) return month;
    if (sum >= half - 1e-9) return (month + (sorted[at + 1]?.month ?? month)) / 2;
  }
  return sorted.at(-1)?.month ?? 0;
}

function centreOf(near: readonly Dated[]): { centre: number; sd: number } {
  const centre = weightedMedian(near);
  const spread = weightedMedian(
    near.map(({ month, weight }) => ({ month: Math.abs(month - centre), weight })),
  );
  return { centre, sd: Math.max(1.2, spread * 1.5 + 0.6) };
}

export function createNeighbors(
  dated: readonly Dated[],
  assets: readonly Asset[],
  setup: NeighborsSetup,
  measuredDoubt: number | null,
) {
  const { kind, placeOf, grid, minDoubt, maxDoubt } = setup;
  const all = new Map<string, Standing[]>();
  for (const one of dated) {
    const asset = assets[one.at];
    const place = asset ? placeOf(asset) : null;
    if (place === null) continue;
    getOrMake(all, place.series, (): Standing[] => []).push({ ...one, order: place.order });
  }
  for (const series of all.values()) series.sort(compare);

  function near(asset: Asset, at: number): Standing[] {
    const place = placeOf(asset);
    const series = place && all.get(place.series);
    if (!series || series.length < minSeriesLength) return [];
    const start = firstNotBelow(series, place.order, (one) => one.order);
    return [...collect(series, start - 1, -1, asset, at), ...collect(series, start, 1, asset, at)];
  }

  /** Inferred dates of one model share the same error, so only a few per model count, and none of the asset's own model. */
  function collect(series: readonly Standing[], start: number, step: 1 | -1, asset: Asset, at: number) {
    const found: Standing[] = [];
    const perModel = new Map<string, number>();
    const furthest = start + step * maxSkipped;
    for (let i = start; i !== furthest && i >= 0 && i < series.length && found.length < eachSide; i += step) {
      const one = series[i];
      if (!one || one.at === at) continue;
      if (one.weight < 1) {
        const model = assets[one.at]?.model?.key ?? '';
        const count = perModel.get(model) ?? 0;
        if (count >= maxPerModel || model === asset.model?.key) continue;
        perModel.set(model, count + 1);
      }
      found.push(one);
    }
    return found;
  }

  /** The direction in which the series continues beyond the dated neighbors: -1, 1, or 0 for neither. */
  function openSide(around: readonly Standing[], asset: Asset): number {
    const order = placeOf(asset)?.order ?? '';
    const below = around.filter((one) => one.order < order).length;
    if (around.length - below < minPerSide) return 1;
    return below < minPerSide ? -1 : 0;
  }

  function shapeAround(centre: number, sd: number, side: number): Shape | null {
    if (side === 0) return gaussianShape(centre, sd, grid);
    const density = new Float64Array(grid.months);
    addGaussian(density, centre, Math.max(sd, endSpread), 1);
    for (let step = 1; step <= 3; step += 1)
      addGaussian(density, centre + side * step * endSpread, endSpread, 1 / (step + 1));
    const whole = normalize(density);
    return whole && trimmed(whole);
  }

  return {
    near,
    clue(asset: Asset, at: number): Clue | null {
      if (measuredDoubt !== null && measuredDoubt > maxDoubt) return null;
      const around = near(asset, at);
      if (around.length < 2) return null;
      const { centre, sd } = centreOf(around);
      const side = openSide(around, asset);
      const shape = shapeAround(centre, sd, side);
      if (shape === null) return null;
      const isInferred = around.every(({ weight }) => weight < 1);
      const least = Math.max(minDoubt, side === 0 ? 0 : 0.3, isInferred ? 0.12 : 0);
      const doubt = Math.max(least, measuredDoubt ?? 0.25);
      const what = kind === 'tag-neighbors' ? 'asset tags' : 'serial numbers';
      const say = () =>
        `The ${around.length} assets with the closest ${what} were bought around ${formatMonth(centre)}.`;
      return new Clue(kind, shape, doubt, grid, say, isInferred);
    },
    measure: (labelled: readonly Dated[]): number | null =>
      measureDoubt(
        labelled,
        ({ at }) => {
          const asset = assets[at];
          const around = asset ? near(asset, at) : [];
          return around.length < 2 ? null : centreOf(around).centre;
        },
        kind === 'serial-neighbors',
      ),
  };
}
