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
import { minSamplesToMeasure } from './tally.ts';

export interface FleetSetup {
  table: ModelTable;
  grid: Grid;
  /** Months by serial number. */
  vendorDates: ReadonlyMap<string, number>;
}

/** What each asset says by itself, and which of the entered dates can be believed. */
export interface OwnEvidence {
  labelled: readonly Dated[];
  /** These, and those that the model or the serial number contradicts: what the evidence has to answer for. */
  tested: readonly Dated[];
  /** As many of them as it takes to measure by. */
  measured: readonly Dated[];
  labelOf(at: number): number | null;
  suspicionOf(at: number): Suspicion;
  serialOf(at: number): SerialReading | null;
  models: ModelClues;
  /** Without the warranty, whose terms the file has to tell first. */
  cluesOf(at: number): readonly Clue[];
}

/** Reliabilities settle long before this many; more would only cost time. */
export const maxMeasured = 3000;

/** Files repeat rows; a device counts once. */
function labelsOf(assets: readonly Asset[], suspicions: readonly Suspicion[]): Dated[] {
  const seen = new Set<string>();
  return assets.flatMap(({ entered, serial }, at) => {
    if (entered === null || suspicions[at] !== null) return [];
    const key = `${serial}|${isoOf(entered)}`;
    if (serial !== '' && seen.has(key)) return [];
    seen.add(key);
    return [{ at, month: entered, weight: 1, sd: 0 }];
  });
}

const share = (hits: number, tried: number) =>
  tried < minSamplesToMeasure ? null : (hits + 2) / (tried + 3);

/** How often the serial number's date precedes the known one by no more than a year. */
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

/** How many assets of each model the file dates. */
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

/** Serial codes that this file's dates contradict are doubted as often as they are contradicted. */
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
  const clues = assets.map((asset, at): Clue[] => {
    const level = areModelsOff ? 'several' : levelOf(counts.get(modelGroup(asset) ?? '') ?? 0);
    const all = [...exact(at), serials[at]?.clue, models.window(asset, level), models.processor(asset)];
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
