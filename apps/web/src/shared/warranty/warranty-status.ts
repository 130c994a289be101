import type { WarrantyStatus } from '@warranty/contracts/warranty';
import { type CoverageState, coverageAt } from '@warranty/domain/warranty-dates';

interface Answer {
  status: WarrantyStatus;
  endsAt: string | null;
}

/** Status and days as of now: the result may be old, and a page may stay open past midnight. */
export function coverageNow({ status, endsAt }: Answer, now: Date): CoverageState {
  const coverage = coverageAt(endsAt, now);
  return endsAt === null ? { ...coverage, status } : coverage;
}

export const statusNow = (answer: Answer, now: Date): WarrantyStatus => coverageNow(answer, now).status;
