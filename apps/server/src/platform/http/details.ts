import type { ErrorDetail } from '@warranty/contracts/core/errors';
import type * as z from 'zod/mini';

/** More details add no information, and a hostile body may have a million problems. */
export const maxDetails = 20;
/** Applies to messages and to paths, which contain client input. */
const maxText = 200;

function cut(text: string): string {
  return text.length <= maxText ? text : `${text.slice(0, maxText - 1)}…`;
}

/** Keeps the reply short, however many problems there are. */
export function boundDetails(details: readonly ErrorDetail[]): ErrorDetail[] {
  return details
    .slice(0, maxDetails)
    .map(({ path, message }) => ({ path: cut(path), message: cut(message) }));
}

/** Describes the problems of one part of a request. Only problems that are reported are formatted. */
export function toDetails(part: string, issues: readonly z.core.$ZodIssue[]): ErrorDetail[] {
  const reported = issues.length > maxDetails ? issues.slice(0, maxDetails - 1) : issues;
  const details = reported.map(({ path, message }) => ({
    path: [part, ...path].map(String).join('.'),
    message,
  }));
  const rest = issues.length - reported.length;
  return rest > 0 ? [...details, { path: part, message: `There are ${rest} more problems.` }] : details;
}
