import type { WarrantyStatus } from '@warranty/contracts/warranty';
import { statusAt } from '@warranty/domain/warranty-dates';

/** The status as of now: the result may be old, and a page may stay open past midnight. */
export function statusNow(
  answer: { status: WarrantyStatus; endsAt: string | null },
  now: Date,
): WarrantyStatus {
  return answer.endsAt === null ? answer.status : statusAt(answer.endsAt, now);
}
