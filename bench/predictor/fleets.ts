import type { Device, Row } from './devices.ts';
import { createRandom, type Random } from './random.ts';
import { serialFor } from './serials.ts';

/** Generates fleets from real models and real dates of manufacture; the purchases are invented. */

export interface Scenario {
  name: string;
  dates: number;
  warranties: number;
  wrongDates: number;
  models: number;
  tagged: number;
}

export const scenarios: readonly Scenario[] = [
  { name: 'typical', dates: 0.5, warranties: 0.5, wrongDates: 0.03, models: 0.9, tagged: 0.6 },
  { name: 'sparse', dates: 0.1, warranties: 0.4, wrongDates: 0.03, models: 0.9, tagged: 0.6 },
  { name: 'cold', dates: 0, warranties: 0.4, wrongDates: 0, models: 0.9, tagged: 0.6 },
  { name: 'dirty', dates: 0.4, warranties: 0.3, wrongDates: 0.12, models: 0.7, tagged: 0 },
];

export interface GeneratedFleet {
  rows: Row[];
  /** Months since January 1998, by asset id. */
  truth: Map<string, number>;
}

type Kind = 'laptop' | 'monitor' | 'network' | 'apple';
export type Pool = Record<Kind, Device[]>;

const pcManufacturers = ['Dell', 'HP', 'Lenovo'];
const monitorManufacturers = ['Dell', 'HP', 'Samsung', 'LG', 'Lenovo', 'AOC', 'Philips', 'BenQ'];

const switches: readonly [string, number, number][] = [
  ['C9300-24P', 2017.5, 2024.9],
  ['C9300-48P', 2017.5, 2024.9],
  ['C9200L-48P-4G', 2018.9, 2024.9],
  ['WS-C2960X-48FPS-L', 2013.5, 2022],
  ['WS-C3850-24P', 2013.1, 2020],
  ['ISR4331/K9', 2014, 2023],
  ['WS-C3750X-48P', 2010.5, 2016],
];

const between = (random: Random, from: number, to: number) =>
  (from + random.next() * (to - from) - 1998) * 12;

function madeUp(
  random: Random,
  manufacturer: string,
  model: string,
  from: number,
  to: number,
  count: number,
) {
  return Array.from({ length: count }, () => ({
    isMonitor: false,
    manufacturer,
    model,
    made: between(random, from, to),
    cpu: '',
  }));
}

function appleDevices(random: Random, years: readonly Row[]): Device[] {
  return years.flatMap(({ manufacturer, pattern = '', first_year, last_year, source = '' }) => {
    const first = Number(first_year);
    if (manufacturer !== 'Apple' || !/MacBook/.test(pattern) || !/discontinued/.test(source) || first < 2010)
      return [];
    const name = pattern.replace('(?<![A-Za-z0-9])(', '').split('|')[0]?.replaceAll('\\', '') ?? '';
    const until = first + 0.3 + Math.max(0.8, Number(last_year) - first + 0.2);
    return madeUp(random, 'Apple', name, first + 0.3, until, 30);
  });
}

/** Excludes replaced batteries, which do not date the laptop. */
function originalLaptops(laptops: readonly Device[]): Device[] {
  const byModel = Map.groupBy(laptops, ({ manufacturer, model }) => `${manufacturer}|${model}`);
  return [...byModel.values()].flatMap((devices) => {
    const months = devices.map(({ made }) => made).toSorted((a, b) => a - b);
    const start = months[Math.floor(months.length / 10)] ?? 0;
    return devices.filter(({ made }) => made >= start - 12 && made <= start + 36);
  });
}

export function createPool(
  laptops: readonly Device[],
  monitors: readonly Device[],
  years: readonly Row[],
): Pool {
  const random = createRandom(7);
  return {
    laptop: originalLaptops(laptops.filter(({ manufacturer }) => pcManufacturers.includes(manufacturer))),
    monitor: monitors.filter(
      ({ manufacturer, model, made }) =>
        monitorManufacturers.includes(manufacturer) && /\d\d/.test(model) && made >= 120 && made < 324,
    ),
    network: switches.flatMap(([model, from, to]) => madeUp(random, 'Cisco', model, from, to, 75)),
    apple: appleDevices(random, years),
  };
}

interface Bought {
  kind: Kind;
  device: Device;
  serial: string;
  truth: number;
  warrantyEnd: number;
}

const mixes: readonly (readonly [Kind, number][])[] = [
  [
    ['laptop', 0.55],
    ['monitor', 0.3],
    ['network', 0.07],
    ['apple', 0.08],
  ],
  [
    ['laptop', 0.7],
    ['monitor', 0.2],
    ['network', 0.05],
    ['apple', 0.05],
  ],
  [
    ['laptop', 0.4],
    ['monitor', 0.35],
    ['network', 0.1],
    ['apple', 0.15],
  ],
];

const termShares: Record<Kind, readonly [number, number][]> = {
  laptop: [
    [1, 15],
    [3, 65],
    [4, 10],
    [5, 10],
  ],
  monitor: [
    [1, 10],
    [3, 80],
    [4, 2],
    [5, 8],
  ],
  network: [
    [1, 40],
    [3, 20],
    [5, 40],
  ],
  apple: [
    [1, 70],
    [3, 30],
  ],
};

/** Months from manufacture to purchase: two exponential delays, a quarter of a year on average. */
const lag = (random: Random) => Math.min(30, random.exponential(1.32) + random.exponential(1.32) + 0.36);

interface Habits {
  random: Random;
  now: number;
  preferred: string | null;
  cycle: number;
}

function chooseDevice(pool: Pool, kind: Kind, known: readonly Device[], habits: Habits): Device {
  const { random, now, preferred, cycle } = habits;
  if (known.length > 0 && random.next() < 0.6) {
    const again = random.pick(known);
    const same = pool[kind].filter(
      ({ manufacturer, model }) => manufacturer === again.manufacturer && model === again.model,
    );
    return random.pick(same);
  }
  for (let tries = 0; tries < 30; tries += 1) {
    const device = random.pick(pool[kind]);
    if (kind === 'laptop' && preferred && device.manufacturer !== preferred && random.next() >= 0.15)
      continue;
    const age = (now - device.made) / 12;
    if (age < cycle + 1 || random.next() < Math.exp(-(age - cycle) / 1.2)) return device;
  }
  return random.pick(pool[kind]);
}

function buy(pool: Pool, count: number, random: Random, now: number): Bought[] {
  const preferred = random.pick([null, 'Dell', 'HP', 'Lenovo']);
  const habits: Habits = { random, now, preferred, cycle: 3.5 + 2.5 * random.next() };
  const mix = random.pick(mixes);
  const standard = new Map<string, number>();
  const termOf = (kind: Kind, manufacturer: string) => {
    const key = `${kind}|${manufacturer}`;
    const known = standard.get(key) ?? random.weighted(termShares[kind]);
    standard.set(key, known);
    const term = random.next() < 0.1 ? random.pick([1, 3, 5]) : known;
    return random.next() < 0.06 ? term + 1 + random.below(2) : term;
  };
  const catalog: Record<Kind, Device[]> = { laptop: [], monitor: [], network: [], apple: [] };
  const bought: Bought[] = [];
  while (bought.length < count) {
    const kind = random.weighted(mix);
    const device = chooseDevice(pool, kind, catalog[kind], habits);
    catalog[kind].push(device);
    const isRefurbished = random.next() < 0.03;
    let day = device.made + lag(random);
    if (day > now) continue;
    if (isRefurbished) day = Math.min(now - 0.6, day + 12 + 24 * random.next());
    const batch = random.next() < 0.6 ? Math.min(60, Math.floor(random.exponential(9)) + 1) : 1;
    for (let i = 0; i < Math.min(batch, count - bought.length); i += 1) {
      const truth = Math.min(now, day + random.normal(0.12));
      const made = isRefurbished ? device.made : day - lag(random);
      const serial = serialFor(random, device.manufacturer, kind === 'monitor', made);
      const warrantyEnd = truth + termOf(kind, device.manufacturer) * 12 + random.normal(0.36);
      bought.push({ kind, device, serial, truth, warrantyEnd });
    }
  }
  const arrival = new Map(bought.map((each) => [each, each.truth + random.exponential(2.4)]));
  return bought.toSorted((a, b) => (arrival.get(a) ?? 0) - (arrival.get(b) ?? 0));
}

/** The day that is this many months after the start of 1998. */
export const dayOf = (months: number) => {
  const whole = Math.floor(months);
  const start = Date.UTC(1998 + Math.floor(whole / 12), whole % 12, 1);
  return new Date(start + (months - whole) * 30.4 * 86_400_000).toISOString().slice(0, 10);
};

function enteredDate(truth: number, scenario: Scenario, random: Random): string {
  if (random.next() >= scenario.dates) return '';
  if (random.next() >= scenario.wrongDates) return dayOf(truth);
  const wrong = random.pick([252, 264, truth + 12 * random.pick([-2, -1, 1, 2, 3])]);
  return dayOf(wrong);
}

export function makeFleet(pool: Pool, scenario: Scenario, seed: number, now: number): GeneratedFleet {
  const random = createRandom(seed);
  const bought = buy(pool, random.pick([80, 200, 400]), random, now);
  const isTagged = random.next() < scenario.tagged;
  const truth = new Map<string, number>();
  const rows = bought.map(({ kind, device, serial, truth: when, warrantyEnd }, index): Row => {
    const assetId = `X${String(index).padStart(5, '0')}`;
    truth.set(assetId, when);
    const hasWarranty = random.next() < scenario.warranties && (kind !== 'network' || random.next() < 0.5);
    return {
      assetId,
      assetTag: isTagged && random.next() < 0.9 ? `IT-${String(1000 + index).padStart(6, '0')}` : '',
      typeName: kind === 'apple' ? 'laptop' : kind,
      manufacturer: device.manufacturer,
      modelNumber: random.next() < scenario.models ? device.model : '',
      serialNumber: random.next() < 0.06 ? '' : serial,
      warrantyExpire: hasWarranty ? dayOf(warrantyEnd) : '',
      purchaseDate: enteredDate(when, scenario, random),
    };
  });
  return { rows, truth };
}
