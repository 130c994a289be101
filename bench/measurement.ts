import { parseArgs } from 'node:util';

export interface Measurement {
  name: string;
  summary: string;
  /** Prints a table and returns the figures for the last line, and whether they met their bars. */
  run(args: string[]): Promise<Outcome>;
  /** How to compare two versions of the product. Without it, comparison is not supported. */
  paired?: Paired;
}

export interface Outcome {
  figures: Record<string, string | number>;
  passed: boolean;
}

export interface Paired {
  /** The one figure that is compared. */
  figure: string;
  better: 'higher' | 'lower';
  /** How many times each side is measured within a pair, alternating: short slices see more similar conditions. */
  slices: number;
  /**
   * Prepares to measure the product in `tree`. The measuring code is always that of this tree, so it starts the other
   * tree's programs, talks to them over the wire and imports nothing from them.
   */
  open(tree: string, args: string[]): Promise<Subject>;
}

export interface Subject {
  /** Called for each pair: restarts and warms up whatever would otherwise carry random effects over to the next pair. */
  start(): Promise<Trial>;
  close(): Promise<void>;
}

export interface Trial {
  measure(): Promise<Slice>;
  stop(): Promise<void>;
}

/** The figure of one slice. */
export interface Slice {
  /** Per second of wall time, or the wall time itself. */
  wall: number;
  /** Per second of CPU time, if known: not affected by other work on the machine. */
  cpu?: number;
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** Interpolates linearly between the two nearest values. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * part;
  const [below, above] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
  return below + (above - below) * (at - Math.floor(at));
}

/** Pads each column to its widest cell; all but the first are right-aligned. */
export function printTable(head: string[], rows: (string | number)[][]): void {
  const cells = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  for (const row of cells) {
    console.log(
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    );
  }
}

/** The option of the measurements that take no other one. */
export function readSeconds(args: string[], otherwise: number): number {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string' } } });
  return Number(values.seconds ?? otherwise);
}
