import { parseArgs } from 'node:util';
import { type Measurement, printTable, quantile } from '../measurement.ts';
import { createRandom } from '../predictor/random.ts';
import { type Order, simulate, type Work } from './simulate.ts';

/** Of Dell: DELL_CALLS_PER_SECOND, and devices per call. */
const callsPerSecond = 10;
const devicesPerCall = 100;
const day = 86_400;

/** Most owners are small and a few are huge: median 235 devices, mean about 475, the largest 100,000. */
function devicesOf(random: () => number): number {
  const shape = 1.4;
  return Math.min(100_000, Math.round(143 / (1 - random()) ** (1 / shape)));
}

/** When the owners look up their whole fleet. */
const calendars: Record<string, (random: () => number) => number> = {
  'over the working hours of a month': (random) =>
    Math.floor(random() * 21) * day + (8 + random() * 10) * 3600,
  'on one morning from 9 to 10': (random) => (9 + random()) * 3600,
};

const format = (seconds: number) =>
  seconds < 120
    ? `${seconds.toFixed(1)} s`
    : seconds < 7200
      ? `${(seconds / 60).toFixed(1)} min`
      : `${(seconds / 3600).toFixed(1)} h`;

/** How much longer each file takes than with a key of its own. */
function waitsOf(works: Work[], order: Order): number[] {
  const ends = simulate(works, callsPerSecond, order);
  return works.map(({ startsAt, calls }, at) =>
    Math.max(0, (ends[at] ?? 0) - startsAt - calls / callsPerSecond),
  );
}

function worksOf(owners: number, shareWithKeys: number, calendar: (random: () => number) => number): Work[] {
  const { next } = createRandom(7);
  const works: Work[] = [];
  for (let owner = 0; owner < owners; owner += 1) {
    const [hasKey, startsAt, devices] = [next() < shareWithKeys, calendar(next), devicesOf(next)];
    if (!hasKey) works.push({ startsAt, calls: Math.ceil(devices / devicesPerCall) });
  }
  return works;
}

export const quotas: Measurement = {
  name: 'quotas',
  summary:
    'simulates how long owners without keys of their own wait for the shared credential [--owners 10000]',
  async run(args) {
    const { values } = parseArgs({ args, options: { owners: { type: 'string', default: '10000' } } });
    const owners = Number(values.owners);
    const table: (string | number)[][] = [];
    const worst: Record<string, string> = {};
    for (const [when, calendar] of Object.entries(calendars))
      for (const share of [0, 0.5, 0.9]) {
        const works = worksOf(owners, share, calendar);
        for (const order of ['turns', 'arrival'] as const) {
          const waits = waitsOf(works, order);
          const quantiles = [0.5, 0.95, 1].map((part) => format(quantile(waits, part)));
          table.push([`${when}, ${share * 100} % with own keys, by ${order}`, works.length, ...quantiles]);
          if (order === 'turns') worst[`p95_${share * 100}`] = format(quantile(waits, 0.95)).replace(' ', '');
        }
      }
    printTable(['fleets looked up', 'sharing', 'half wait', '95 % wait', 'longest'], table);
    return { figures: { owners, ...worst }, passed: true };
  },
};
