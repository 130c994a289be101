import { verdictFor } from '../../shared/warranty/verdict.ts';
import type { Outcome } from './outcome.ts';

/** A result in one sentence, for screen readers. */
export function announcementFor({ result, offline }: Outcome, now: Date): string {
  if (offline && result.error) return result.error;
  if (result.error !== undefined) return `Lookup failed. ${result.error}`;
  return `${result.manufacturer} ${result.modelNumber}: ${verdictFor(result, now)}.`;
}
