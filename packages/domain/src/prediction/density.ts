/** Probabilities per month from January 1998 to the present month; they add up to 1. */
export type Density = Float64Array<ArrayBuffer>;

/** What months a set of predictions is made over. */
export interface Grid {
  months: number;
  /** The present day; nothing is bought after it. */
  now: number;
  uniform: number;
}

export function createGrid(now: number): Grid {
  const months = Math.max(24, Math.floor(now) + 1);
  return { months, now, uniform: 1 / months };
}

/** Narrower ones would fall between the months. */
const minSd = 0.6;

/** Adds a bell around a date. */
export function addGaussian(into: Float64Array, centre: number, sd: number, weight: number): void {
  const width = Math.max(minSd, sd);
  const from = Math.max(0, Math.floor(centre - 4 * width));
  const to = Math.min(into.length - 1, Math.ceil(centre + 4 * width));
  const scale = weight / (width * Math.sqrt(2 * Math.PI));
  for (let at = from; at <= to; at += 1) {
    const distance = (at + 0.5 - centre) / width;
    into[at] = (into[at] ?? 0) + scale * Math.exp(-0.5 * distance * distance);
  }
}

/** Null where there is nothing inside the grid. */
export function normalize(density: Density): Density | null {
  let sum = 0;
  for (let at = 0; at < density.length; at += 1) sum += density[at] ?? 0;
  if (!(sum > 0)) return null;
  for (let at = 0; at < density.length; at += 1) density[at] = (density[at] ?? 0) / sum;
  return density;
}

/** From the day a device was made to the day it was bought: mostly within half a year. */
const lag = Float64Array.from({ length: 20 }, (_, month) => (month + 0.5) * Math.exp(-(month + 0.5) / 1.35));
const lagSum = lag.reduce((sum, share) => sum + share, 0);

export const typicalLagMonths = 2.6;

export function applyPurchaseLag(density: Density): Density {
  const later = new Float64Array(density.length);
  for (let at = 0; at < density.length; at += 1) {
    const share = density[at] ?? 0;
    if (share === 0) continue;
    for (let step = 0; step < lag.length && at + step < later.length; step += 1) {
      later[at + step] = (later[at + step] ?? 0) + (share * (lag[step] ?? 0)) / lagSum;
    }
  }
  return later;
}

/** The part of a density that is not nothing: most evidence speaks of a few months among hundreds. */
export interface Shape {
  /** The month of the first share. */
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

/** A single bell; null outside the grid. */
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
 * The log of how much likelier each month of a shape is than the months outside it; `doubt` is the share of
 * misleading cases, spread over all months.
 */
export function logOf({ shares }: Shape, doubt: number, { uniform }: Grid): Float64Array<ArrayBuffer> {
  const log = new Float64Array(shares.length);
  const gain = (1 - doubt) / (doubt * uniform);
  for (let at = 0; at < log.length; at += 1) log[at] = Math.log(1 + gain * (shares[at] ?? 0));
  return log;
}

export interface Summary {
  /** The median inside the likeliest two years. */
  estimate: number;
  /** Probability of the year before and after the estimate. */
  mass: number;
  /** Nine of ten lie between these. */
  from: number;
  to: number;
}

function bestWindow(density: Density, width: number): number {
  let sum = 0;
  let best = -1;
  let start = 0;
  for (let at = 0; at < density.length; at += 1) {
    sum += density[at] ?? 0;
    if (at >= width) sum -= density[at - width] ?? 0;
    // The later of two equal windows would depend on rounding.
    if (sum > best + 1e-12) {
      best = sum;
      start = Math.max(0, at - width + 1);
    }
  }
  return start;
}

function quantile(density: Density, share: number, from = 0, to = density.length): number {
  let total = 0;
  for (let at = from; at < to; at += 1) total += density[at] ?? 0;
  let sum = 0;
  for (let at = from; at < to; at += 1) {
    const here = density[at] ?? 0;
    if (sum + here >= total * share && here > 0) return at + (total * share - sum) / here;
    sum += here;
  }
  return to;
}

/** With parts of months at both ends. */
export function massBetween(density: Density, from: number, to: number): number {
  let sum = 0;
  const last = Math.min(density.length, Math.ceil(to));
  for (let at = Math.max(0, Math.floor(from)); at < last; at += 1) {
    sum += (density[at] ?? 0) * (Math.min(at + 1, to) - Math.max(at, from));
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

/** Months this much less likely than the likeliest are left out: e to this power. */
const minLogRatio = -14;

/** The sum of logs as a density, in an array that is used again. */
export function fromLog(log: Float64Array, into: Density): Shape {
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < log.length; at += 1) if ((log[at] ?? 0) > highest) highest = log[at] ?? 0;
  const least = highest + minLogRatio;
  let start = 0;
  let end = log.length;
  while ((log[start] ?? highest) < least) start += 1;
  while ((log[end - 1] ?? highest) < least) end -= 1;
  let sum = 0;
  for (let at = start; at < end; at += 1) {
    const share = Math.exp((log[at] ?? 0) - highest);
    into[at] = share;
    sum += share;
  }
  for (let at = start; at < end; at += 1) into[at] = (into[at] ?? 0) / sum;
  return { start, shares: into.subarray(start, end) };
}

export function summarizeShape({ start, shares }: Shape): Summary {
  const { estimate, mass, from, to } = summarize(shares);
  return { estimate: estimate + start, mass, from: from + start, to: to + start };
}

export const massOfShape = ({ start, shares }: Shape, from: number, to: number): number =>
  massBetween(shares, from - start, to - start);
