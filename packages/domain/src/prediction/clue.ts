import type { EvidenceKind } from '@warranty/contracts/purchase-date';
import { type Grid, logOf, massOfShape, type Shape, type Summary, summarizeShape } from './density.ts';
import { isoOf } from './months.ts';

const minDoubt = 0.005;

/** One piece of evidence about an asset. Clues that many assets share are created once. */
export class Clue {
  readonly kind: EvidenceKind;
  readonly shape: Shape;
  /** The share of cases in which such evidence is misleading. */
  readonly doubt: number;
  /** Log likelihood over the months of the shape. */
  readonly log: Float64Array<ArrayBuffer>;
  /** A sentence for the user; `estimate` is the result of all evidence together, in months. */
  readonly explain: (estimate: number) => string;
  /** Based on inferred dates, so it does not count as independent evidence. */
  readonly isInferred: boolean;
  /** The exact day it refers to, in months; null if it only gives a period. */
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

  /** A copy with another explanation. */
  withExplanation(explain: (estimate: number) => string): Clue {
    const { kind, shape, doubt, grid, isInferred, log, exactDay } = this;
    return new Clue(kind, shape, doubt, grid, explain, isInferred, log, exactDay);
  }

  /** Its log likelihood for a month; 0 outside its shape. */
  logAt(month: number): number {
    return this.log[month - this.shape.start] ?? 0;
  }

  /** Adds its log likelihood to a sum over all months. */
  addTo(sum: Float64Array): void {
    const { log } = this;
    const { start } = this.shape;
    for (let index = 0; index < log.length; index += 1)
      sum[start + index] = (sum[start + index] ?? 0) + (log[index] ?? 0);
  }

  /** The summary of this clue alone. */
  get summary(): Summary {
    this.own ??= summarizeShape(this.shape);
    return this.own;
  }

  /** The same as ISO dates. */
  get days(): { date: string; range: { from: string; to: string } } {
    const { estimate, from, to } = this.summary;
    // A shape has monthly resolution and would shift the day.
    this.ownDays ??= { date: isoOf(this.exactDay ?? estimate), range: { from: isoOf(from), to: isoOf(to) } };
    return this.ownDays;
  }

  /** The probability, from this clue alone, that its date is right within a year. */
  get certainty(): number {
    return (1 - this.doubt) * this.summary.mass + this.doubt * 24 * this.grid.uniform;
  }

  /** Its probability between two months. */
  supports(from: number, to: number): number {
    return massOfShape(this.shape, from, to);
  }
}
