import type { ErrorDetail } from '@warranty/contracts/errors';
import type * as z from 'zod/mini';

/** More say nothing that these do not, and a hostile body has a million. */
export const maxDetails = 20;
/** Of a path, which is made of the sender's own words, and of a sentence. */
const maxText = 200;

function cut(text: string): string {
  return text.length <= maxText ? text : `${text.slice(0, maxText - 1)}…`;
}

/** An answer stays short, however much was wrong. */
export function boundDetails(details: readonly ErrorDetail[]): ErrorDetail[] {
  return details
    .slice(0, maxDetails)
    .map(({ path, message }) => ({ path: cut(path), message: cut(message) }));
}

/** What is wrong with a part of a request, as far as it is told: no more is made of it than that. */
export function toDetails(part: string, issues: readonly z.core.$ZodIssue[]): ErrorDetail[] {
  const told = issues.length > maxDetails ? issues.slice(0, maxDetails - 1) : issues;
  const details = told.map(({ path, message }) => ({
    path: [part, ...path].map(String).join('.'),
    message,
  }));
  const rest = issues.length - told.length;
  return rest > 0 ? [...details, { path: part, message: `There are ${rest} more problems.` }] : details;
}
