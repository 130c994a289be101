import { statusLabels } from '@warranty/domain/status-labels';
import { formatDate } from '../../lib/format-date.ts';
import { statusNow } from '../../lib/warranty-status.ts';
import type { Outcome } from './outcome.ts';

/** A result in one sentence, for screen readers. */
export function announcementFor({ result }: Outcome, now: Date): string {
  if (result.error !== undefined) return `Lookup failed. ${result.error}`;
  const end = result.endDate ? `, ends ${formatDate(result.endDate)}` : '';
  const status = statusLabels[statusNow(result, now)];
  const words = result.coverKind === 'license' ? `License ${status}` : status;
  return `${result.manufacturer} ${result.modelNumber}: ${words}${end}.`;
}
