import type { ErrorDetail } from '@warranty/contracts/errors';
import type * as z from 'zod/mini';

/** More say nothing that these do not, and a hostile body has a million. */
export const maxDetails = 20;

/** What is wrong with a part of a request, as far as it is told. */
export function toDetails(part: string, issues: readonly z.core.$ZodIssue[]): ErrorDetail[] {
  return issues.slice(0, maxDetails).map(({ path, message }) => ({
    path: [part, ...path].map(String).join('.'),
    message,
  }));
}
