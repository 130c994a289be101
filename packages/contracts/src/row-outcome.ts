import * as z from 'zod/mini';
import { count } from './core/fields.ts';

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
const failedOutcomes = ['failed', 'not-known', 'ambiguous'] as const satisfies readonly RowOutcome[];

export function isFailedOutcome(outcome: RowOutcome): boolean {
  return (failedOutcomes as readonly RowOutcome[]).includes(outcome);
}

/** What a finished run can look up again. A skipped row has nothing to look up. */
export const retriedOutcomes = [...failedOutcomes, 'not-processed'] as const satisfies readonly RowOutcome[];
export type RetriedOutcome = (typeof retriedOutcomes)[number];

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
