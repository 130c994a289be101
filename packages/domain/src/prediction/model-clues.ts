import { getOrMake } from '../memoize.ts';
import type { Asset } from './asset.ts';
import { Clue } from './clue.ts';
import { addGaussian, applyPurchaseLag, type Density, type Grid, normalize, trimmed } from './density.ts';
import type { Histogram } from './histogram.ts';
import type { ModelDates, ModelTable } from './model-table.ts';
import { formatMonth, monthOfYear } from './months.ts';

/** How many assets of the same model have a date in the file: these are better evidence than the global average. */
export type PeerLevel = 'none' | 'one' | 'several' | 'many';

export type ModelClues = ReturnType<typeof createModelClues>;

const doubtBesidePeers: Record<PeerLevel, number> = { none: 0, one: 0.35, several: 0.6, many: 0.85 };

function densityOf({ first, counts, devices }: Histogram, grid: Grid): Density | null {
  const made = new Float64Array(grid.months);
  // A few devices reveal little about how long a model was made.
  const sd = 2.4 + 6 / devices;
  for (const [at, count] of counts.entries()) {
    if (count > 0) addGaussian(made, (first + at) * 3 + 1.5, sd, count);
  }
  return normalize(applyPurchaseLag(made));
}

function densityOfYears(first: number, last: number, isAssumed: boolean, grid: Grid): Density | null {
  const made = new Float64Array(grid.months);
  const from = monthOfYear(first) + 2;
  const to = Math.max(from + 10, monthOfYear(last) + 6);
  for (let index = Math.max(0, from); index < Math.min(grid.months, to + 12); index += 1) {
    const beyond = Math.max(0, index - to) / (isAssumed ? 8 : 4);
    made[index] = Math.exp(-beyond);
  }
  return normalize(applyPurchaseLag(made));
}

const doubtOf = (dates: ModelDates, level: PeerLevel) => {
  const base =
    dates.source === 'years' ? (dates.isAssumed ? 0.2 : 0.1) : 0.1 + 0.15 / dates.histogram.devices;
  return Math.max(base + (dates.isFamily ? 0.1 : 0), doubtBesidePeers[level]);
};

function sentenceOf(name: string, dates: ModelDates, clue: () => Clue): string {
  if (dates.source === 'years') {
    const until = dates.isAssumed ? `about ${dates.last}` : String(dates.last);
    return `${name} was sold from ${dates.first} to ${until}.`;
  }
  const { from, to } = clue().summary;
  const what = dates.isFamily ? `Models of the same generation as ${name} were` : `${name} was`;
  return `${what} typically bought between ${formatMonth(from)} and ${formatMonth(to)} (public device data).`;
}

const shortName = (asset: Asset) => {
  const text = asset.model?.text.replaceAll(/\s+/g, ' ').trim() ?? '';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

export function createModelClues(table: ModelTable, grid: Grid) {
  const known = new Map<string, ModelDates | null>();
  const windows = new Map<string, Clue | null>();
  const processors = new Map<string, Clue | null>();

  function datesOf(asset: Asset): ModelDates | null {
    const { model, manufacturerKey } = asset;
    if (model === null) return null;
    return getOrMake(known, `${manufacturerKey}|${model.key}`, () =>
      table.model(manufacturerKey, model.words),
    );
  }

  function makeWindow(asset: Asset, dates: ModelDates, level: PeerLevel): Clue | null {
    const density =
      dates.source === 'devices'
        ? densityOf(dates.histogram, grid)
        : densityOfYears(dates.first, dates.last, dates.isAssumed, grid);
    if (density === null) return null;
    const name = shortName(asset);
    const clue: Clue = new Clue('model-window', trimmed(density), doubtOf(dates, level), grid, () =>
      sentenceOf(name, dates, () => clue),
    );
    return clue;
  }

  function makeProcessor(text: string): Clue | null {
    const found = table.cpu(text);
    const density = found && densityOf(found.histogram, grid);
    if (!found || !density) return null;
    const clue: Clue = new Clue('cpu-generation', trimmed(density), 0.2, grid, () => {
      const { from, to } = clue.summary;
      return `Computers with this processor (${found.key.name}) were typically bought between ${formatMonth(from)} and ${formatMonth(to)}.`;
    });
    return clue;
  }

  return {
    datesOf,
    window(asset: Asset, level: PeerLevel): Clue | null {
      const dates = datesOf(asset);
      if (dates === null || asset.model === null) return null;
      const key = `${level}|${asset.manufacturerKey}|${asset.model.text}`;
      return getOrMake(windows, key, () => makeWindow(asset, dates, level));
    },
    processor: ({ cpu }: Asset): Clue | null =>
      cpu === '' ? null : getOrMake(processors, cpu, () => makeProcessor(cpu)),
    /** The first month in which the asset can have been made; null if the model is unknown. */
    earliest(asset: Asset): number | null {
      const dates = datesOf(asset);
      if (dates === null) return null;
      return dates.source === 'years' ? monthOfYear(dates.first) : dates.histogram.first * 3;
    },
  };
}
