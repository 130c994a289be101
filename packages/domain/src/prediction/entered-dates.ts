import type { Asset } from './asset.ts';
import type { ModelClues } from './model-clues.ts';
import { formatMonth, isoOf } from './months.ts';

/** What is wrong with a date that somebody entered; null where it can be believed. */
export type Suspicion = string | null;

const minModels = 4;
const manyModels = 7;
/** A large company buys many models on any day, but not such a part of all it has. */
const minSharedDayShare = 0.05;
/** A model's first known device is not the first that was made. */
const beforeFirst = 9;
const minSampleSize = 5;

const isNewYear = (month: number) => isoOf(month).endsWith('-01-01');

function impossible(asset: Asset, month: number, now: number): Suspicion {
  if (month > now + 0.1) return 'It lies in the future.';
  if (month < 0) return 'It is older than any device that is still in use, so it stands for no date.';
  if (isNewYear(month)) return 'It is a 1 January, which is entered where nobody knows the day.';
  if (asset.warrantyEnd !== null && month > asset.warrantyEnd + 0.5)
    return 'It lies after the end of the warranty.';
  return null;
}

/** Before the model was made, or before the serial number says that this device was. */
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
    return `The model was not made before ${formatMonth(earliest)}.`;
  const first = made === null ? null : Math.min(...made);
  if (first !== null && month < first - 2)
    return `The serial number says that the device was made in ${formatMonth(first)}.`;
  return null;
}

/** One day on many models is when a list was typed in, if it fits some of them badly. */
function sharedDays(assets: readonly Asset[], found: readonly Suspicion[]): Map<string, string> {
  const days = new Map<string, { models: Set<string>; assets: number; bad: number }>();
  for (const [at, asset] of assets.entries()) {
    if (asset.entered === null) continue;
    const day = isoOf(asset.entered);
    const known = days.get(day) ?? { models: new Set(), assets: 0, bad: 0 };
    days.set(day, known);
    known.models.add(`${asset.manufacturerKey}|${asset.model?.key ?? asset.type}`);
    known.assets += 1;
    if (found[at] !== null) known.bad += 1;
  }
  const dated = assets.filter(({ entered }) => entered !== null).length;
  const placeholders = new Map<string, string>();
  for (const [day, { models, assets: count, bad }] of days) {
    const isMuch = models.size >= manyModels && count >= minSharedDayShare * dated;
    const isShared = models.size >= minModels && (bad * 4 >= count || isMuch);
    if (isShared) placeholders.set(day, `${models.size} different models have this same day.`);
  }
  return placeholders;
}

export interface EnteredDateCheck {
  suspicions: readonly Suspicion[];
  /** Assets whose date the model or the serial number contradicts. */
  contradicted: readonly number[];
}

/** Where so many dates contradict models or serial numbers, these are what cannot be believed in this file. */
const maxTooEarlyShare = 0.2;

/** `madeOf` gives the months in which the serial number says that an asset was made. */
export function checkEnteredDates(
  assets: readonly Asset[],
  models: ModelClues,
  madeOf: (at: number) => readonly number[] | null,
  now: number,
): EnteredDateCheck {
  const found = assets.map((asset): Suspicion => {
    if (asset.entered === null) return asset.enteredText === '' ? null : 'It is not readable as a date.';
    return impossible(asset, asset.entered, now);
  });
  const early = assets.map((asset, at): Suspicion => {
    if (asset.entered === null || found[at] !== null) return null;
    return tooEarly(asset, asset.entered, models, madeOf(at));
  });
  const believed = assets.filter(({ entered }, at) => entered !== null && found[at] === null).length;
  const tooMany = early.filter((each) => each !== null).length;
  if (tooMany <= maxTooEarlyShare * believed + 1)
    for (const [at, each] of early.entries()) found[at] ??= each;
  const shared = sharedDays(assets, found);
  const suspicions = assets.map(({ entered }, at) =>
    entered === null ? (found[at] ?? null) : (found[at] ?? shared.get(isoOf(entered)) ?? null),
  );
  return { suspicions, contradicted: early.flatMap((each, at) => (each === null ? [] : [at])) };
}
