import { getOrMake } from '../memoize.ts';
import type { Asset } from './asset.ts';
import type { ModelClues } from './model-clues.ts';
import { formatMonth, isoOf } from './months.ts';

/** What is wrong with an entered date; null if it is plausible. */
export type Suspicion = string | null;

const minModels = 4;
const manyModels = 7;
/** A large company may buy many models on one day, but not this share of all its assets. */
const minSharedDayShare = 0.05;
/** Tolerance in months: a model's first known device is not the first one made. */
const beforeFirst = 9;
const minSampleSize = 5;

const isNewYear = (month: number) => isoOf(month).endsWith('-01-01');

function impossible(asset: Asset, month: number, now: number): Suspicion {
  if (month > now + 0.1) return 'The date is in the future.';
  if (month < 0) return 'The date is too old to be real and is probably a placeholder.';
  if (isNewYear(month)) return '1 January is often entered as a placeholder when the date is unknown.';
  if (asset.warrantyEnd !== null && month > asset.warrantyEnd + 0.5)
    return 'The date is after the warranty end date.';
  return null;
}

/** Checks for a date before the model was made, or before the serial number's date of manufacture. */
function tooEarly(
  asset: Asset,
  month: number,
  models: ModelClues,
  made: readonly number[] | null,
): Suspicion {
  const dates = models.datesOf(asset);
  const earliest = models.earliest(asset);
  const isSure =
    dates?.source === 'years' || (dates?.source === 'devices' && dates.histogram.devices >= minSampleSize);
  if (earliest !== null && isSure && !dates.isFamily && month < earliest - beforeFirst)
    return `The model was not produced before ${formatMonth(earliest)}.`;
  const first = made === null ? null : Math.min(...made);
  if (first !== null && month < first - 2)
    return `The serial number indicates that the device was made in ${formatMonth(first)}.`;
  return null;
}

/** The same day on many models is the day a list was entered, if it does not fit some of them. */
function sharedDays(assets: readonly Asset[], found: readonly Suspicion[]): Map<string, string> {
  const days = new Map<string, { models: Set<string>; assets: number; bad: number }>();
  for (const [at, asset] of assets.entries()) {
    if (asset.entered === null) continue;
    const day = isoOf(asset.entered);
    const known = getOrMake(days, day, () => ({ models: new Set(), assets: 0, bad: 0 }));
    known.models.add(`${asset.manufacturerKey}|${asset.model?.key ?? asset.type}`);
    known.assets += 1;
    if (found[at] !== null) known.bad += 1;
  }
  const dated = assets.filter(({ entered }) => entered !== null).length;
  const placeholders = new Map<string, string>();
  for (const [day, { models, assets: count, bad }] of days) {
    const isMuch = models.size >= manyModels && count >= minSharedDayShare * dated;
    const isShared = models.size >= minModels && (bad * 4 >= count || isMuch);
    if (isShared) placeholders.set(day, `${models.size} different models have the same date.`);
  }
  return placeholders;
}

/**
 * Above this share of contradicted dates, the models and serial numbers of this file are considered wrong, not the dates.
 */
const maxTooEarlyShare = 0.2;

/** `madeOf` returns the months of manufacture according to an asset's serial number. */
export function checkEnteredDates(
  assets: readonly Asset[],
  models: ModelClues,
  madeOf: (at: number) => readonly number[] | null,
  now: number,
) {
  const found = assets.map((asset): Suspicion => {
    if (asset.entered === null) return asset.enteredText === '' ? null : 'Not a valid date.';
    return impossible(asset, asset.entered, now);
  });
  const early = assets.map((asset, index): Suspicion => {
    if (asset.entered === null || found[index] !== null) return null;
    return tooEarly(asset, asset.entered, models, madeOf(index));
  });
  const believed = assets.filter(({ entered }, index) => entered !== null && found[index] === null).length;
  const tooMany = early.filter((each) => each !== null).length;
  if (tooMany <= maxTooEarlyShare * believed + 1)
    for (const [at, each] of early.entries()) found[at] ??= each;
  const shared = sharedDays(assets, found);
  const suspicions = assets.map(({ entered }, index) =>
    entered === null ? (found[index] ?? null) : (found[index] ?? shared.get(isoOf(entered)) ?? null),
  );
  /** `contradicted`: indexes of assets whose date contradicts the model or the serial number. */
  return { suspicions, contradicted: early.flatMap((each, index) => (each === null ? [] : [index])) };
}
