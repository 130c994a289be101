import type { Asset, Dated } from './asset.ts';
import type { Clue } from './clue.ts';
import type { Grid } from './density.ts';
import { checkEnteredDates, type Suspicion } from './entered-dates.ts';
import { createExactClues } from './exact-clues.ts';
import { createModelClues, type PeerLevel } from './model-clues.ts';
import type { ModelTable } from './model-table.ts';
import { isoOf } from './months.ts';
import { createSerialClues, type SerialReading } from './serial-clues.ts';
import { minSamplesToMeasure, shareOfFew } from './tally.ts';
import type { VendorMonth } from './vendor-date.ts';

export interface FleetSetup {
  table: ModelTable;
  grid: Grid;
  /** By serial number. */
  vendorDates: ReadonlyMap<string, VendorMonth>;
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

/** How often the evidence of dated assets is right; `isRight` is undefined for those without it. Null with fewer than eight. */
function measureHits(
  labelled: readonly Dated[],
  isRight: (one: Dated) => boolean | undefined,
): number | null {
  const judged = labelled.map(isRight).filter((each) => each !== undefined);
  const hits = judged.filter((each) => each).length;
  return judged.length < minSamplesToMeasure ? null : shareOfFew(hits, judged.length);
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

/** The evidence of each asset by itself, and which entered dates are trusted. */
export function readOwnEvidence(assets: readonly Asset[], setup: FleetSetup) {
  const { table, grid, vendorDates } = setup;
  const models = createModelClues(table, grid);
  const readSerial = createSerialClues(grid);
  const plain = assets.map((asset) => readSerial(asset, models.earliest(asset), 0));
  const madeOf = (at: number) => plain[at]?.candidates ?? null;
  const { suspicions, contradicted } = checkEnteredDates(assets, models, madeOf, grid.now);
  const labelled = labelsOf(assets, suspicions);
  const measured = labelled.slice(0, maxMeasured);
  // The known date should be within about a year after the serial number's date.
  const serialHits = measureHits(measured, ({ at, month }) =>
    plain[at]?.candidates.some((made) => month >= made - 2 && month <= made + 14),
  );
  const serialDoubt = doubtFrom(serialHits);
  const serials =
    serialDoubt === 0 ? plain : assets.map((asset) => readSerial(asset, models.earliest(asset), serialDoubt));
  const modelHits = measureHits(measured, ({ at, month }) => {
    const window = models.window(assets[at] as Asset, 'none')?.summary;
    return window && month >= window.from - 6 && month <= window.to + 9;
  });
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
    /** The labelled dates plus those that the model or serial number contradicts; the evidence must account for both. */
    tested: [...labelled, ...contradicted.flatMap((at) => datedAt(at))],
    /** A limited number of labelled dates, used to measure reliability. */
    measured,
    labelOf: (at: number): number | null => (suspicions[at] === null ? (assets[at]?.entered ?? null) : null),
    suspicionOf: (at: number): Suspicion => suspicions[at] ?? null,
    serialOf: (at: number): SerialReading | null => serials[at] ?? null,
    models,
    /** Excludes the warranty, because its terms must be learned from the file first. */
    cluesOf: (at: number): readonly Clue[] => clues[at] ?? [],
  };
}
