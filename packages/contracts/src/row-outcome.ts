import * as z from 'zod/mini';

/** The outcome of a row. `skipped` and `not-processed` rows were never looked up. */
export const rowOutcomes = [
  'pending',
  'found',
  'not-known',
  'ambiguous',
  'failed',
  'skipped',
  'not-processed',
] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Lookups without a result, as on the other screens. Each outcome is counted separately. */
const failedOutcomes: readonly RowOutcome[] = ['failed', 'not-known', 'ambiguous'];

export function isFailedOutcome(outcome: RowOutcome): boolean {
  return failedOutcomes.includes(outcome);
}

const count = z.int().check(z.nonnegative());

export const outcomeCounts = z.object({
  found: count,
  'not-known': count,
  ambiguous: count,
  failed: count,
  skipped: count,
  'not-processed': count,
  pending: count,
});
export type OutcomeCounts = z.output<typeof outcomeCounts>;

export function countFailed({ failed, 'not-known': notKnown, ambiguous }: OutcomeCounts): number {
  return failed + notKnown + ambiguous;
}
