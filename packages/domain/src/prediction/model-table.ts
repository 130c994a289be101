import { getOrMake } from '../memoize.ts';
import { cpuKey } from './cpu-key.ts';
import { type Histogram, readHistogram } from './histogram.ts';
import { familyKey } from './model-key.ts';
import { modelWindows, seriesWindows } from './series-windows.ts';

/** What is known about a model or family: dates of real devices, or the years it was sold. */
export type ModelDates =
  | { source: 'devices'; name: string; isFamily: boolean; histogram: Histogram }
  | { source: 'years'; name: string; isAssumed: boolean; isFamily: boolean; first: number; last: number };

export interface TableData {
  /** Manufacturer, then `key|histogram`. */
  laptops: Readonly<Record<string, readonly string[]>>;
  monitors: Readonly<Record<string, readonly string[]>>;
  families: Readonly<Record<string, readonly string[]>>;
  processors: readonly string[];
  generations: readonly string[];
  /** Manufacturer, then `key|first|last`, followed by `~` if the last year is assumed. */
  years: Readonly<Record<string, readonly string[]>>;
}

export type ModelTable = ReturnType<typeof readTable>;

type Entries = Map<string, ModelDates>;

/** Bare numbers can also be sizes or years. */
const isTelling = (key: string) => /[a-z]/.test(key) && /\d/.test(key) && key.length >= 4;
const maxKeyWords = 9;
const minProcessorDevices = 5;

function split(line: string): [string, string, string] {
  const [key = '', a = '', b = ''] = line.split('|');
  return [key, a, b];
}

function add(entries: Map<string, Entries>, manufacturer: string, key: string, dates: ModelDates): void {
  getOrMake(entries, manufacturer, (): Entries => new Map()).set(key, dates);
}

function readDevices(
  lists: Readonly<Record<string, readonly string[]>>,
  isFamily: boolean,
  into: Map<string, Entries>,
): void {
  for (const [manufacturer, lines] of Object.entries(lists)) {
    for (const line of lines) {
      const [name, text] = split(line);
      add(into, manufacturer, name, { source: 'devices', name, isFamily, histogram: readHistogram(text) });
    }
  }
}

function readYears(lists: TableData['years'], isFamily: boolean, into: Map<string, Entries>): void {
  for (const [manufacturer, lines] of Object.entries(lists)) {
    for (const line of lines) {
      const [name, from, to] = split(line);
      if (into.get(manufacturer)?.has(name)) continue;
      const isAssumed = to.endsWith('~');
      const [first, last] = [Number(from), Number(to.replace('~', ''))];
      add(into, manufacturer, name, { source: 'years', name, isAssumed, isFamily, first, last });
    }
  }
}

/** The longest sequence of words in the table. */
function longestMatch(entries: Entries | undefined, words: readonly string[]): ModelDates | null {
  if (entries === undefined) return null;
  let best: ModelDates | null = null;
  for (let start = 0; start < words.length; start += 1) {
    let key = '';
    for (let end = start; end < Math.min(words.length, start + maxKeyWords); end += 1) {
      key = end === start ? (words[end] ?? '') : `${key} ${words[end]}`;
      if (key.length <= (best?.name.length ?? 0) || !isTelling(key)) continue;
      const found = entries.get(key);
      if (found && !isOther(words, key)) best = found;
    }
  }
  return best;
}

/** Latitude 5420 Rugged is a different device than Latitude 5420, from other years. */
const isOther = (words: readonly string[], key: string) =>
  words.includes('rugged') && !key.includes('rugged');

/** Keys that several manufacturers use are ignored if the manufacturer is unknown. */
function unambiguous(models: Map<string, Entries>): Entries {
  const all = new Map<string, ModelDates | null>();
  for (const entries of models.values()) {
    for (const [key, dates] of entries) all.set(key, all.has(key) ? null : dates);
  }
  const single: Entries = new Map();
  for (const [key, dates] of all) if (dates !== null && key.length >= 5) single.set(key, dates);
  return single;
}

export function readTable(data: TableData) {
  const models = new Map<string, Entries>();
  const families = new Map<string, Entries>();
  readDevices(data.laptops, false, models);
  readDevices(data.monitors, false, models);
  readDevices(data.families, true, families);
  readYears(data.years, false, models);
  readYears(modelWindows, false, models);
  readYears(seriesWindows, true, families);
  const anyManufacturer = unambiguous(models);
  const processors = new Map(data.processors.map(split).map(([key, text]) => [key, readHistogram(text)]));
  const generations = new Map(data.generations.map(split).map(([key, text]) => [key, readHistogram(text)]));
  return {
    model(manufacturer: string | null, words: readonly string[]): ModelDates | null {
      const known = manufacturer === null ? anyManufacturer : models.get(manufacturer);
      const found = longestMatch(known, words);
      if (found) return found;
      const family = familyKey(manufacturer, words);
      return (family !== null && manufacturer !== null && families.get(manufacturer)?.get(family)) || null;
    },
    cpu(text: string) {
      const key = cpuKey(text);
      if (key === null) return null;
      const own = processors.get(key.name);
      const wide = key.generation === null ? undefined : generations.get(key.generation);
      const histogram = own && (own.devices >= minProcessorDevices || !wide) ? own : wide;
      return histogram ? { key, histogram } : null;
    },
  };
}
