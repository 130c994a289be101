export interface Measurement {
  name: string;
  summary: string;
  /** Prints its table and returns the figures of the last line, and whether its bars were reached. */
  run(args: string[]): Promise<Outcome>;
  /** How it compares two versions of the product; without it, it cannot. */
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
  /** How often each of the two is measured within a pair, in turn: what is short follows the other more closely. */
  slices: number;
  /**
   * Makes ready to measure the product whose files are in `tree`. The code that measures is always this one, so it
   * starts that tree's programs and speaks to them over the wire, and imports nothing of them.
   */
  open(tree: string, args: string[]): Promise<Subject>;
}

export interface Subject {
  /** For one pair: starts anew what would otherwise carry its luck from pair to pair, and warms it up. */
  start(): Promise<Trial>;
  close(): Promise<void>;
}

export interface Trial {
  measure(): Promise<Slice>;
  stop(): Promise<void>;
}

/** The figure of one slice. */
export interface Slice {
  /** By the clock. */
  wall: number;
  /** By the time the programs had a processor, where that can be told: other work on the machine does not change it. */
  cpu?: number;
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** Between two values where it falls between two. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * part;
  const [below, above] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
  return below + (above - below) * (at - Math.floor(at));
}

/** Columns padded to their widest cell, numbers to the right. */
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
