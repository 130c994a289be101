import type { EvidenceKind } from '@warranty/contracts/purchase-date';
import { type Grid, logOf, massOfShape, type Shape, type Summary, summarizeShape } from './density.ts';
import { isoOf } from './months.ts';

const minDoubt = 0.005;

/** One piece of evidence about one asset. Those that many assets share are made once. */
export class Clue {
  readonly kind: EvidenceKind;
  readonly shape: Shape;
  /** The share of cases in which such evidence misleads. */
  readonly doubt: number;
  /** Over the months of the shape. */
  readonly log: Float64Array<ArrayBuffer>;
  /** A sentence for people; `estimate` is what all the evidence together came to, in months. */
  readonly explain: (estimate: number) => string;
  /** Rests on dates that were themselves inferred, so it is no second witness. */
  readonly isInferred: boolean;
  /** The very day it stands for, in months; null where it speaks of a time. */
  readonly exactDay: number | null;
  private own: Summary | null = null;
  private ownDays: { date: string; range: { from: string; to: string } } | null = null;
  private readonly grid: Grid;

  constructor(
    kind: EvidenceKind,
    shape: Shape,
    doubt: number,
    grid: Grid,
    explain: (estimate: number) => string,
    isInferred = false,
    log: Float64Array<ArrayBuffer> | null = null,
    exactDay: number | null = null,
  ) {
    this.kind = kind;
    this.shape = shape;
    this.doubt = Math.max(minDoubt, doubt);
    this.log = log ?? logOf(shape, this.doubt, grid);
    this.explain = explain;
    this.isInferred = isInferred;
    this.exactDay = exactDay;
    this.grid = grid;
  }

  /** The same with another sentence. */
  withExplanation(explain: (estimate: number) => string): Clue {
    const { kind, shape, doubt, grid, isInferred, log, exactDay } = this;
    return new Clue(kind, shape, doubt, grid, explain, isInferred, log, exactDay);
  }

  /** How much it speaks for a month; 0 where it does not. */
  logAt(month: number): number {
    return this.log[month - this.shape.start] ?? 0;
  }

  /** Adds what it says to a sum over all months. */
  addTo(sum: Float64Array): void {
    const { log } = this;
    const { start } = this.shape;
    for (let at = 0; at < log.length; at += 1) sum[start + at] = (sum[start + at] ?? 0) + (log[at] ?? 0);
  }

  /** What it says by itself. */
  get summary(): Summary {
    this.own ??= summarizeShape(this.shape);
    return this.own;
  }

  /** The same in days. */
  get days(): { date: string; range: { from: string; to: string } } {
    const { estimate, from, to } = this.summary;
    // A shape has months and would move the day.
    this.ownDays ??= { date: isoOf(this.exactDay ?? estimate), range: { from: isoOf(from), to: isoOf(to) } };
    return this.ownDays;
  }

  /** How sure it is by itself that its date is right within a year. */
  get certainty(): number {
    return (1 - this.doubt) * this.summary.mass + this.doubt * 24 * this.grid.uniform;
  }

  /** Its share between two months. */
  supports(from: number, to: number): number {
    return massOfShape(this.shape, from, to);
  }
}
