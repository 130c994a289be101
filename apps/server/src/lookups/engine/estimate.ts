/** Chunks of a run that finish at a similar speed: those with cached answers, or those of one vendor. */
export interface Stage {
  vendor: string;
  /** The answers were cached when the run was prepared, so no vendor is called. */
  isCached: boolean;
  openChunks: number;
  /** Chunks done in the last `windowSeconds`, oldest first. */
  completions: readonly Completion[];
}

export interface Completion {
  secondsAgo: number;
  chunks: number;
}

export const windowSeconds = 20;
/** Before this, a run has shown too little of its speed. */
const minWatchedSeconds = 5;
/** What a stage must have shown since its first completed chunk. Next to other vendors, its share of the error is small. */
const minObservedSeconds = 3;
const minObservedChunks = { alone: 8, amongOthers: 1 };
/** Chunks that one process looks up at the same time. */
const chunksAtOnce = 12;
/** A pause this many times as long as any before means that the speed has changed. */
const stallRatio = 3;
const minStallSeconds = 5;

interface Observed {
  chunksPerSecond: number;
  secondsSinceLast: number;
}

/**
 * The slope of completed chunks over time (least squares), because chunks finish in bursts: several calls run at the same
 * time and are written together.
 */
function observe(completions: readonly Completion[], minChunks: number): Observed | 'too-little' | 'stalled' {
  const first = completions[0];
  const last = completions.at(-1);
  if (!first || !last) return 'too-little';
  if (first.secondsAgo - last.secondsAgo < minObservedSeconds) return 'too-little';
  let done = 0;
  let maxPause = 0;
  const points = completions.map(({ secondsAgo, chunks }, index) => {
    const before = completions[index - 1]?.secondsAgo ?? secondsAgo;
    maxPause = Math.max(maxPause, before - secondsAgo);
    done += chunks;
    // Half of a burst is done before its middle.
    return { at: -secondsAgo, done: done - chunks / 2, chunks };
  });
  if (done - first.chunks < minChunks) return 'too-little';
  if (last.secondsAgo > Math.max(minStallSeconds, stallRatio * maxPause)) return 'stalled';
  const mean = (value: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + point.chunks * value(point), 0) / done;
  const meanAt = mean(({ at }) => at);
  const meanDone = mean((point) => point.done);
  const slope =
    mean((point) => (point.at - meanAt) * (point.done - meanDone)) / mean(({ at }) => (at - meanAt) ** 2);
  return { chunksPerSecond: slope, secondsSinceLast: last.secondsAgo };
}

interface Pace {
  chunks: number;
  perSecond: number;
}

/** Null if the stage does not show how fast it is. */
function paceOf(
  { openChunks, completions }: Stage,
  maxPerSecond: number,
  isAmongOthers: boolean,
): Pace | null {
  const asAllowed = { chunks: openChunks, perSecond: maxPerSecond };
  // A stage that has not started is assumed to be as fast as its vendor allows.
  if (completions.length === 0) return isAmongOthers || Number.isFinite(maxPerSecond) ? asAllowed : null;
  const observed = observe(completions, minObservedChunks[isAmongOthers ? 'amongOthers' : 'alone']);
  if (observed === 'stalled') return null;
  if (observed === 'too-little') return isAmongOthers ? asAllowed : null;
  const perSecond = Math.min(observed.chunksPerSecond, maxPerSecond);
  return { chunks: Math.max(0, openChunks - perSecond * observed.secondsSinceLast), perSecond };
}

/** Stages follow each other, but the next one starts before the last chunks of the one before are done. */
function secondsFor(paces: readonly Pace[]): number {
  const stages = paces
    .filter(({ chunks, perSecond }) => chunks > 0 && Number.isFinite(perSecond))
    .map((pace) => ({ ...pace }));
  let seconds = 0;
  while (stages.length > 0) {
    let started = 0;
    let chunks = 0;
    while (started < stages.length && chunks < chunksAtOnce) chunks += stages[started++]?.chunks ?? 0;
    const running = stages.slice(0, started);
    const perSecond = running.reduce((sum, stage) => sum + stage.perSecond, 0);
    const untilNext =
      started < stages.length ? (chunks - chunksAtOnce) / perSecond : Number.POSITIVE_INFINITY;
    const untilEnd = Math.min(...running.map((stage) => stage.chunks / stage.perSecond));
    // Never zero, so that rounding cannot keep it from moving on.
    const step = Math.max(0.001, Math.min(untilNext, untilEnd));
    for (const stage of running) stage.chunks -= step * stage.perSecond;
    stages.splice(0, stages.length, ...stages.filter((stage) => stage.chunks > 1e-6));
    seconds += step;
  }
  return seconds;
}

const inOrder = (a: Stage, b: Stage) =>
  Number(b.isCached) - Number(a.isCached) || (a.vendor < b.vendor ? -1 : Number(a.vendor > b.vendor));

/**
 * Seconds until the open chunks are done. Null while the run has not shown how fast it is; a run of several vendors has an
 * estimate from the start, because otherwise the last of them would have to answer first.
 */
export async function estimateSecondsLeft(
  stages: readonly Stage[],
  watchedSeconds: number,
  chunksPerSecond: (vendor: string) => Promise<number>,
): Promise<number | null> {
  const open = stages.filter(({ openChunks }) => openChunks > 0).sort(inOrder);
  const isAmongOthers = new Set(stages.map(({ vendor }) => vendor)).size > 1;
  if (open.length === 0 || (watchedSeconds < minWatchedSeconds && !isAmongOthers)) return null;
  const paces: Pace[] = [];
  for (const stage of open) {
    const limit = stage.isCached ? Number.POSITIVE_INFINITY : await chunksPerSecond(stage.vendor);
    // What finished before a pause or a retry says nothing about the speed since then.
    const completions = stage.completions.filter(({ secondsAgo }) => secondsAgo <= watchedSeconds);
    const pace = paceOf({ ...stage, completions }, limit, isAmongOthers);
    if (pace === null) return null;
    paces.push(pace);
  }
  return Math.ceil(secondsFor(paces));
}
