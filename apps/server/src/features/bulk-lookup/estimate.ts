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
export const minWatchedSeconds = 5;
/** What a stage must have shown since its first completed chunk. */
const minObservedSeconds = 3;
const minObservedChunks = 8;
/** A pause this many times as long as any before means that the speed has changed. */
const stallRatio = 3;
const minStallSeconds = 5;

interface Observed {
  chunksPerSecond: number;
  secondsSinceLast: number;
}

/**
 * The slope of completed chunks over time (least squares), because chunks finish in bursts: several calls run at the same
 * time and are written together. Null if too little was seen, or if nothing has finished for too long.
 */
function observe(completions: readonly Completion[]): Observed | null {
  const first = completions[0];
  const last = completions.at(-1);
  if (!first || !last || first.secondsAgo - last.secondsAgo < minObservedSeconds) return null;
  let done = 0;
  let maxPause = 0;
  const points = completions.map(({ secondsAgo, chunks }, index) => {
    const before = completions[index - 1]?.secondsAgo ?? secondsAgo;
    maxPause = Math.max(maxPause, before - secondsAgo);
    done += chunks;
    // Half of a burst is done before its middle.
    return { at: -secondsAgo, done: done - chunks / 2, chunks };
  });
  if (done - first.chunks < minObservedChunks) return null;
  if (last.secondsAgo > Math.max(minStallSeconds, stallRatio * maxPause)) return null;
  const mean = (value: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + point.chunks * value(point), 0) / done;
  const meanAt = mean(({ at }) => at);
  const meanDone = mean((point) => point.done);
  const slope =
    mean((point) => (point.at - meanAt) * (point.done - meanDone)) / mean(({ at }) => (at - meanAt) ** 2);
  return { chunksPerSecond: slope, secondsSinceLast: last.secondsAgo };
}

/** Null if the stage has started but has not shown its speed yet. */
function secondsOf({ openChunks, completions }: Stage, maxPerSecond: number): number | null {
  // A stage that has not started is assumed to be as fast as its vendor allows.
  if (completions.length === 0) return Number.isFinite(maxPerSecond) ? openChunks / maxPerSecond : null;
  const observed = observe(completions);
  if (!observed) return null;
  const seconds = openChunks / Math.min(observed.chunksPerSecond, maxPerSecond);
  return Math.max(0, seconds - observed.secondsSinceLast);
}

/**
 * Seconds until the open chunks are done. Stages follow each other, so their times add up. Null while one of them has not
 * shown how fast it is.
 */
export async function estimateSecondsLeft(
  stages: readonly Stage[],
  watchedSeconds: number,
  callsPerSecond: (vendor: string) => Promise<number>,
): Promise<number | null> {
  const open = stages.filter(({ openChunks }) => openChunks > 0);
  if (open.length === 0 || watchedSeconds < minWatchedSeconds) return null;
  let total = 0;
  for (const stage of open) {
    const limit = stage.isCached ? Number.POSITIVE_INFINITY : await callsPerSecond(stage.vendor);
    // What finished before a pause or a retry says nothing about the speed since then.
    const completions = stage.completions.filter(({ secondsAgo }) => secondsAgo <= watchedSeconds);
    const seconds = secondsOf({ ...stage, completions }, limit);
    if (seconds === null) return null;
    total += seconds;
  }
  return Math.ceil(total);
}
