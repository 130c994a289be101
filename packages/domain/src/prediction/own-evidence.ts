import type { Asset } from './asset.ts';
import type { Clue } from './clue.ts';
import type { Grid } from './density.ts';
import { checkEnteredDates, type Suspicion } from './entered-dates.ts';
import { createExactClues } from './exact-clues.ts';
import { createModelClues, type ModelClues, type PeerLevel } from './model-clues.ts';
import type { ModelTable } from './model-table.ts';
import { isoOf } from './months.ts';
import type { Dated } from './peers.ts';
import { createSerialClues, type SerialReading } from './serial-clues.ts';
import { minSamplesToMeasure, shareOfFew } from './tally.ts';
import type { VendorMonth } from './vendor-date.ts';

export interface FleetSetup {
  table: ModelTable;
  grid: Grid;
  /** By serial number. */
  vendorDates: ReadonlyMap<string, VendorMonth>;
}

/** The evidence of each asset by itself, and which entered dates are trusted. */
export interface OwnEvidence {
  labelled: readonly Dated[];
  /** The labelled dates plus those that the model or serial number contradicts; the evidence must account for both. */
  tested: readonly Dated[];
  /** A limited number of labelled dates, used to measure reliability. */
  measured: readonly Dated[];
  labelOf(at: number): number | null;
  suspicionOf(at: number): Suspicion;
  serialOf(at: number): SerialReading | null;
  models: ModelClues;
  /** Excludes the warranty, because its terms must be learned from the file first. */
  cluesOf(at: number): readonly Clue[];
}

/** Reliability estimates stabilize long before this number. */
export const maxMeasured = 3000;

/** Files can repeat rows; a device counts once. */
function labelsOf(assets: readonly Asset[], suspicions: readonly Suspicion[]): Dated[] {
  const seen = new Set<string>();
  return assets.flatMap(({ entered, serial }, index) => {
    if (entered === null || suspicions[index] !== null) return [];
    const key = `${serial}|${isoOf(entered)}`;
    if (serial !== '' && seen.has(key)) return [];
    seen.add(key);
    return [{ at: index, month: entered, weight: 1, sd: 0 }];
  });
}

const share = (hits: number, tried: number) => (tried < minSamplesToMeasure ? null : shareOfFew(hits, tried));

/** How often the known date is within about a year after the serial number's date. */
function measureSerials(labelled: readonly Dated[], serialOf: (at: number) => SerialReading | null) {
  let tried = 0;
  let hits = 0;
  for (const { at, month } of labelled) {
    const reading = serialOf(at);
    if (!reading) continue;
    tried += 1;
    if (reading.candidates.some((made) => month >= made - 2 && month <= made + 14)) hits += 1;
  }
  return share(hits, tried);
}

function measureModels(labelled: readonly Dated[], assets: readonly Asset[], models: ModelClues) {
  let tried = 0;
  let hits = 0;
  for (const { at, month } of labelled) {
    const asset = assets[at];
    const window = asset ? models.window(asset, 'none') : null;
    if (!window) continue;
    tried += 1;
    if (month >= window.summary.from - 6 && month <= window.summary.to + 9) hits += 1;
  }
  return share(hits, tried);
}

/** Number of dated assets per model. */
function countLabels(labelled: readonly Dated[], assets: readonly Asset[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { at } of labelled) {
    const key = modelGroup(assets[at] as Asset);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

export const modelGroup = ({ manufacturerKey, model }: Asset): string | null =>
  model === null ? null : `${manufacturerKey}|${model.key}`;

function levelOf(count: number): PeerLevel {
  if (count >= 4) return 'many';
  if (count >= 2) return 'several';
  return count === 1 ? 'one' : 'none';
}

/** The more often the file's dates contradict its serial codes, the higher their doubt. */
const doubtFrom = (hits: number | null) =>
  hits === null || hits > 0.9 ? 0 : Number(Math.min(0.95, 1.2 * (1 - hits)).toFixed(2));

export function readOwnEvidence(assets: readonly Asset[], setup: FleetSetup): OwnEvidence {
  const { table, grid, vendorDates } = setup;
  const models = createModelClues(table, grid);
  const readSerial = createSerialClues(grid);
  const plain = assets.map((asset) => readSerial(asset, models.earliest(asset), 0));
  const madeOf = (at: number) => plain[at]?.candidates ?? null;
  const { suspicions, contradicted } = checkEnteredDates(assets, models, madeOf, grid.now);
  const labelled = labelsOf(assets, suspicions);
  const measured = labelled.slice(0, maxMeasured);
  const serialDoubt = doubtFrom(measureSerials(measured, (at) => plain[at] ?? null));
  const serials =
    serialDoubt === 0 ? plain : assets.map((asset) => readSerial(asset, models.earliest(asset), serialDoubt));
  const modelHits = measureModels(measured, assets, models);
  const areModelsOff = modelHits !== null && modelHits < 0.6;
  const counts = countLabels(labelled, assets);
  const exact = createExactClues(assets, labelled, vendorDates, grid);
  const clues = assets.map((asset, index): Clue[] => {
    const level = areModelsOff ? 'several' : levelOf(counts.get(modelGroup(asset) ?? '') ?? 0);
    const all = [...exact(index), serials[index]?.clue, models.window(asset, level), models.processor(asset)];
    return all.filter((clue) => clue != null);
  });
  const datedAt = (at: number): Dated[] => {
    const { entered } = assets[at] ?? { entered: null };
    return entered === null || suspicions[at] === null ? [] : [{ at, month: entered, weight: 1, sd: 0 }];
  };
  return {
    labelled,
    tested: [...labelled, ...contradicted.flatMap((at) => datedAt(at))],
    measured,
    labelOf: (at) => (suspicions[at] === null ? (assets[at]?.entered ?? null) : null),
    suspicionOf: (at) => suspicions[at] ?? null,
    serialOf: (at) => serials[at] ?? null,
    models,
    cluesOf: (at) => clues[at] ?? [],
  };
}
