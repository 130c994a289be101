import type { WarrantyStatus } from '@warranty/contracts/warranty';
import { statusAt } from '@warranty/domain/warranty-dates';
import { formatDate } from './format.ts';
import type { Outcome } from './outcome.ts';

export const statusWords: Record<WarrantyStatus, string> = {
  active: 'Active',
  expiring: 'Expiring Soon',
  expired: 'Expired',
  unknown: 'Unknown',
};

/** An answer can be old, and a page stay open over midnight: the status is told for now. */
export function statusNow(
  answer: { status: WarrantyStatus; endsAt: string | null },
  now: Date,
): WarrantyStatus {
  return answer.endsAt === null ? answer.status : statusAt(answer.endsAt, now);
}

/** A result in one sentence, for screen readers. */
export function spoken({ result }: Outcome, now: Date): string {
  if (result.error !== undefined) return `Lookup failed. ${result.error}`;
  const end = result.endDate ? `, ends ${formatDate(result.endDate)}` : '';
  const status = statusWords[statusNow(result, now)];
  const words = result.coverKind === 'license' ? `License ${status}` : status;
  return `${result.manufacturer} ${result.modelNumber}: ${words}${end}.`;
}
