import { describe, expect, it } from 'vitest';
import { type Completion, estimateSecondsLeft, type Stage, windowSeconds } from './estimate.ts';

/** Numbers from 0 to 1, the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

interface SimulatedStage {
  vendor: string;
  isCached?: boolean;
  chunks: number;
  /** Calls that a vendor accepts, and how long one takes. */
  perSecond: number;
  latency: (random: () => number) => number;
}

/** Of one server process. */
const workers = 12;

interface Trace {
  stages: readonly SimulatedStage[];
  /** When each chunk was done, per stage. */
  doneAt: number[][];
  end: number;
}

/** Runs the chunks as the server does: in order, a few at a time, each as soon as a worker and the vendor's rate allow. */
function simulate(stages: readonly SimulatedStage[], seed = 1): Trace {
  const random = createRandom(seed);
  const freeAt = new Array<number>(workers).fill(0);
  const doneAt = stages.map(({ chunks, perSecond, latency }) => {
    let slotAt = 0;
    return Array.from({ length: chunks }, () => {
      const worker = freeAt.indexOf(Math.min(...freeAt));
      slotAt = Math.max(slotAt + 1 / perSecond, freeAt[worker] ?? 0);
      const done = slotAt + latency(random);
      freeAt[worker] = done;
      return done;
    });
  });
  return { stages, doneAt, end: Math.max(...doneAt.flat()) };
}

/** What the database says at that time. */
function stagesAt({ stages, doneAt }: Trace, now: number): Stage[] {
  return stages.map(({ vendor, isCached = false, chunks }, index) => {
    const done = (doneAt[index] ?? []).filter((at) => at <= now);
    const bursts = new Map<number, number>();
    for (const at of done.filter((each) => each > now - windowSeconds)) {
      const secondsAgo = Math.round((now - at) * 10) / 10;
      bursts.set(secondsAgo, (bursts.get(secondsAgo) ?? 0) + 1);
    }
    const completions: Completion[] = [...bursts]
      .map(([secondsAgo, count]) => ({ secondsAgo, chunks: count }))
      .sort((a, b) => b.secondsAgo - a.secondsAgo);
    return { vendor, isCached, openChunks: chunks - done.length, completions };
  });
}

const limitIn =
  ({ stages }: Trace) =>
  async (vendor: string) =>
    stages.find((stage) => stage.vendor === vendor && !stage.isCached)?.perSecond ?? 1;

/** Estimates with their error, once per second. */
async function followed(trace: Trace, from = 5) {
  const count = Math.max(0, Math.floor(trace.end) - from);
  const seconds = Array.from({ length: count }, (_, index) => index + from);
  return Promise.all(
    seconds.map(async (now) => {
      const left = trace.end - now;
      const estimate = await estimateSecondsLeft(stagesAt(trace, now), now, limitIn(trace));
      return { now, left, estimate, error: estimate === null ? 0 : Math.abs(estimate - left) };
    }),
  );
}

const steadyLatency = (seconds: number) => () => seconds;
const variableLatency = (least: number, most: number) => (random: () => number) =>
  least + (most - least) * random() ** 2;

const dell = { vendor: 'Dell', perSecond: 8 };
const cached = { vendor: 'Dell', isCached: true, perSecond: 1000, latency: variableLatency(0.1, 0.4) };
const traces: [string, SimulatedStage[]][] = [
  ['at the rate limit (1,000 chunks)', [{ ...dell, chunks: 1000, latency: steadyLatency(0.3) }]],
  [
    'at the rate limit, with variable replies',
    [{ ...dell, chunks: 400, latency: variableLatency(0.2, 1.5) }],
  ],
  ['slower than the rate limit, in waves', [{ ...dell, chunks: 300, latency: steadyLatency(2) }]],
  [
    'slower than the rate limit, with variable replies',
    [{ ...dell, chunks: 300, latency: variableLatency(1, 5) }],
  ],
  ['short (15 s)', [{ ...dell, chunks: 110, latency: steadyLatency(0.5) }]],
  [
    'first cached, then called',
    [
      { ...cached, chunks: 400 },
      { ...dell, chunks: 600, latency: variableLatency(0.2, 0.8) },
    ],
  ],
  [
    'cached for a while, then called',
    [
      { ...cached, chunks: 2000, latency: variableLatency(0.1, 0.2) },
      { ...dell, chunks: 600, latency: variableLatency(0.2, 0.8) },
    ],
  ],
  [
    'two vendors with different rates',
    [
      { ...dell, chunks: 400, latency: variableLatency(0.2, 0.8) },
      { vendor: 'Lenovo', perSecond: 4, chunks: 300, latency: variableLatency(0.5, 2) },
    ],
  ],
];

describe.each(traces)('the time left of a run %s', (_, stages) => {
  it.each([1, 2, 3, 4, 5])('is right within 30 percent (or 3 s) after 5 seconds, seed %i', async (seed) => {
    const estimates = await followed(simulate(stages, seed));
    expect(estimates.filter(({ error, left }) => error > Math.max(3, 0.3 * left))).toEqual([]);
  });

  it('is known most of the time', async () => {
    const estimates = await followed(simulate(stages));
    const known = estimates.filter(({ estimate }) => estimate !== null);
    expect(known.length).toBeGreaterThan(0.8 * estimates.length);
  });
});

const reply = variableLatency(0.2, 0.8);
const ofSixVendors: [string, SimulatedStage[]][] = [
  [
    '2,000 rows',
    [
      // One call per device, three per second, ten devices in a chunk.
      { vendor: 'Apple', perSecond: 0.3, chunks: 10, latency: steadyLatency(3.3) },
      { vendor: 'Cisco', perSecond: 5, chunks: 2, latency: reply },
      { ...dell, chunks: 11, latency: reply },
      { vendor: 'HP', perSecond: 4, chunks: 30, latency: reply },
      { vendor: 'Lenovo', perSecond: 4, chunks: 7, latency: reply },
      { vendor: 'Meraki', perSecond: 8, chunks: 2, latency: reply },
    ],
  ],
  [
    '100,000 rows',
    [
      { ...cached, chunks: 50 },
      { vendor: 'Apple', perSecond: 0.3, chunks: 60, latency: steadyLatency(3.3) },
      { vendor: 'Cisco', perSecond: 5, chunks: 60, latency: reply },
      { ...dell, chunks: 500, latency: reply },
      { vendor: 'HP', perSecond: 4, chunks: 1500, latency: reply },
      { vendor: 'Lenovo', perSecond: 4, chunks: 350, latency: reply },
      { vendor: 'Meraki', perSecond: 8, chunks: 100, latency: reply },
    ],
  ],
];

describe.each(ofSixVendors)('the time left of %s of six vendors', (_, stages) => {
  it.each([1, 2, 3])('is known from the first second, and right within 30 percent, seed %i', async (seed) => {
    const estimates = await followed(simulate(stages, seed), 1);
    expect(estimates.filter(({ estimate }) => estimate === null)).toEqual([]);
    expect(estimates.filter(({ error, left }) => error > Math.max(5, 0.3 * left))).toEqual([]);
  });
});

describe('the time left', () => {
  const steady: Stage = {
    vendor: 'Dell',
    isCached: false,
    openChunks: 500,
    completions: Array.from({ length: 200 }, (_, index) => ({ secondsAgo: 20 - index / 10, chunks: 1 })),
  };
  const estimate = (over: Partial<Stage>, { watched = 20, calls = 100 } = {}) =>
    estimateSecondsLeft([{ ...steady, ...over }], watched, async () => calls);

  it('follows the observed throughput', async () => expect(await estimate({})).toBe(50));

  it('is no shorter than the rate limit allows', async () =>
    expect(await estimate({}, { calls: 5 })).toBe(100));

  it('of a vendor that was not called yet follows its rate limit, and overlaps with the one before', async () => {
    const next = { ...steady, vendor: 'HP', openChunks: 100, completions: [] };
    const limit = async (vendor: string) => (vendor === 'HP' ? 4 : 100);
    expect(await estimateSecondsLeft([steady, next], 20, limit)).toBe(74);
  });

  it('follows a slow vendor within ten seconds of its first replies', async () => {
    const slow = { vendor: 'HP', perSecond: 4, chunks: 200, latency: steadyLatency(6) };
    const trace = simulate([{ ...dell, chunks: 80, latency: steadyLatency(0.3) }, slow]);
    const since = (trace.doneAt[1]?.[0] ?? 0) + 10;
    const late = (await followed(trace)).filter(({ now }) => now > since);
    expect(late.filter(({ error, left }) => error > Math.max(6, 0.3 * left))).toEqual([]);
  });

  it.each([
    ['during the first five seconds', {}, 4],
    ['while too few chunks are done', { completions: steady.completions.slice(-4) }, 60],
    ['while the first chunks are done at once', { completions: [{ secondsAgo: 1, chunks: 40 }] }, 60],
    ['after a standstill', { completions: steady.completions.slice(0, 100) }, 60],
    ['when all chunks are done', { openChunks: 0 }, 60],
  ])('is unknown %s', async (_, over, watched) => expect(await estimate(over, { watched })).toBeNull());

  it('of several vendors is unknown after a standstill', async () => {
    const stalled = { ...steady, completions: steady.completions.slice(0, 100) };
    const other = { ...steady, vendor: 'HP', completions: [] };
    expect(await estimateSecondsLeft([stalled, other], 60, async () => 100)).toBeNull();
  });

  it('ignores what was done before a pause', async () => {
    const before = { secondsAgo: 18, chunks: 100 };
    const since = steady.completions.filter(({ secondsAgo }) => secondsAgo < 6);
    expect(await estimate({ completions: [before, ...since] }, { watched: 6 })).toBe(50);
  });
});
