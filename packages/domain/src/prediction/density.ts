/** Probabilities per month from January 1998 to the current month; they add up to 1. */
export type Density = Float64Array<ArrayBuffer>;

/** The months that a set of predictions covers. */
export interface Grid {
  months: number;
  /** Today; nothing is bought later. */
  now: number;
  uniform: number;
}

export function createGrid(now: number): Grid {
  const months = Math.max(24, Math.floor(now) + 1);
  return { months, now, uniform: 1 / months };
}

/** A narrower curve would fall between the months. */
const minSd = 0.6;

/** Adds a normal distribution around a date. */
export function addGaussian(into: Float64Array, centre: number, sd: number, weight: number): void {
  const width = Math.max(minSd, sd);
  const from = Math.max(0, Math.floor(centre - 4 * width));
  const to = Math.min(into.length - 1, Math.ceil(centre + 4 * width));
  const scale = weight / (width * Math.sqrt(2 * Math.PI));
  for (let index = from; index <= to; index += 1) {
    const distance = (index + 0.5 - centre) / width;
    into[index] = (into[index] ?? 0) + scale * Math.exp(-0.5 * distance * distance);
  }
}

/** Null if nothing is inside the grid. */
export function normalize(density: Density): Density | null {
  let sum = 0;
  for (let index = 0; index < density.length; index += 1) sum += density[index] ?? 0;
  if (!(sum > 0)) return null;
  for (let index = 0; index < density.length; index += 1) density[index] = (density[index] ?? 0) / sum;
  return density;
}

/** Time from manufacture to purchase: mostly within half a year. */
const lag = Float64Array.from({ length: 20 }, (_, month) => (month + 0.5) * Math.exp(-(month + 0.5) / 1.35));
const lagSum = lag.reduce((sum, share) => sum + share, 0);

export const typicalLagMonths = 2.6;

export function applyPurchaseLag(density: Density): Density {
  const later = new Float64Array(density.length);
  for (let index = 0; index < density.length; index += 1) {
    const share = density[index] ?? 0;
    if (share === 0) continue;
    for (let step = 0; step < lag.length && index + step < later.length; step += 1) {
      later[index + step] = (later[index + step] ?? 0) + (share * (lag[step] ?? 0)) / lagSum;
    }
  }
  return later;
}

/** The part of a density that is not zero: most evidence covers a few of several hundred months. */
export interface Shape {
  /** The month of the first value. */
  start: number;
  shares: Density;
}

const negligible = 1e-9;

export function trimmed(density: Density): Shape {
  let start = 0;
  let end = density.length;
  while (start < end && (density[start] ?? 0) < negligible) start += 1;
  while (end > start && (density[end - 1] ?? 0) < negligible) end -= 1;
  return { start, shares: density.slice(start, end) };
}

/** A single normal distribution; null outside the grid. */
export function gaussianShape(centre: number, sd: number, { months }: Grid): Shape | null {
  const width = Math.max(minSd, sd);
  const start = Math.max(0, Math.floor(centre - 4 * width));
  const end = Math.min(months, Math.ceil(centre + 4 * width) + 1);
  if (end <= start) return null;
  const shares = new Float64Array(end - start);
  addGaussian(shares, centre - start, sd, 1);
  return normalize(shares) && { start, shares };
}

/**
 * The log of how much more likely each month of a shape is than the months outside it. `doubt` is the share of misleading
 * cases, spread over all months.
 */
export function logOf({ shares }: Shape, doubt: number, { uniform }: Grid): Float64Array<ArrayBuffer> {
  const log = new Float64Array(shares.length);
  const gain = (1 - doubt) / (doubt * uniform);
  for (let index = 0; index < log.length; index += 1) log[index] = Math.log(1 + gain * (shares[index] ?? 0));
  return log;
}

export interface Summary {
  /** The median within the most likely two years. */
  estimate: number;
  /** Probability of being within one year of the estimate. */
  mass: number;
  /** The 90 % interval. */
  from: number;
  to: number;
}

function bestWindow(density: Density, width: number): number {
  let sum = 0;
  let best = -1;
  let start = 0;
  for (let index = 0; index < density.length; index += 1) {
    sum += density[index] ?? 0;
    if (index >= width) sum -= density[index - width] ?? 0;
    // The tolerance prevents rounding from choosing the later of two equal windows.
    if (sum > best + 1e-12) {
      best = sum;
      start = Math.max(0, index - width + 1);
    }
  }
  return start;
}

function quantile(density: Density, share: number, from = 0, to = density.length): number {
  let total = 0;
  for (let index = from; index < to; index += 1) total += density[index] ?? 0;
  let sum = 0;
  for (let index = from; index < to; index += 1) {
    const here = density[index] ?? 0;
    if (sum + here >= total * share && here > 0) return index + (total * share - sum) / here;
    sum += here;
  }
  return to;
}

/** Includes partial months at both ends. */
export function massBetween(density: Density, from: number, to: number): number {
  let sum = 0;
  const last = Math.min(density.length, Math.ceil(to));
  for (let index = Math.max(0, Math.floor(from)); index < last; index += 1) {
    sum += (density[index] ?? 0) * (Math.min(index + 1, to) - Math.max(index, from));
  }
  return sum;
}

const windowMonths = 24;

export function summarize(density: Density): Summary {
  const start = bestWindow(density, windowMonths);
  const estimate = quantile(density, 0.5, start, Math.min(density.length, start + windowMonths));
  return {
    estimate,
    mass: massBetween(density, estimate - 12, estimate + 12),
    from: quantile(density, 0.05),
    to: quantile(density, 0.95),
  };
}

/** Months less likely than the most likely one by a factor of e to this power are dropped. */
const minLogRatio = -14;

/** Converts a sum of logs to a density, in a reused array. */
export function fromLog(log: Float64Array, into: Density): Shape {
  let highest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < log.length; index += 1)
    if ((log[index] ?? 0) > highest) highest = log[index] ?? 0;
  const least = highest + minLogRatio;
  let start = 0;
  let end = log.length;
  while ((log[start] ?? highest) < least) start += 1;
  while ((log[end - 1] ?? highest) < least) end -= 1;
  let sum = 0;
  for (let index = start; index < end; index += 1) {
    const share = Math.exp((log[index] ?? 0) - highest);
    into[index] = share;
    sum += share;
  }
  for (let index = start; index < end; index += 1) into[index] = (into[index] ?? 0) / sum;
  return { start, shares: into.subarray(start, end) };
}

export function summarizeShape({ start, shares }: Shape): Summary {
  const { estimate, mass, from, to } = summarize(shares);
  return { estimate: estimate + start, mass, from: from + start, to: to + start };
}

export const massOfShape = ({ start, shares }: Shape, from: number, to: number): number =>
  massBetween(shares, from - start, to - start);
