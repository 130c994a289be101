import type { WarrantyResult } from '@warranty/contracts/warranty';
import { formatDate } from '../../lib/format/format-date.ts';
import { formatPeriod } from '../../lib/format/format-period.ts';
import { coverageNow } from './warranty-status.ts';

type Answer = Pick<
  WarrantyResult,
  'manufacturer' | 'coverKind' | 'status' | 'noCoverage' | 'endDate' | 'endsAt'
>;

/** The answer in one sentence, such as "Covered until 29 Mar 2028, 1 year 4 months left". */
export function verdictFor(answer: Answer, now: Date): string {
  const { manufacturer, coverKind, noCoverage, endDate } = answer;
  const isLicense = coverKind === 'license';
  if (noCoverage) return `${manufacturer} lists no ${isLicense ? 'license' : 'coverage'} for this device`;
  const { daysRemaining, daysSinceEnd } = coverageNow(answer, now);
  if (endDate && daysSinceEnd !== null) {
    const ago = formatPeriod(endDate, daysSinceEnd);
    return `${isLicense ? 'License expired' : 'Expired'} on ${formatDate(endDate)}, ${ago} ago`;
  }
  if (endDate && daysRemaining !== null)
    return `${isLicense ? 'Licensed' : 'Covered'} until ${formatDate(endDate)}, ${timeLeft(daysRemaining, now)}`;
  return isLicense ? 'License end unknown' : 'Coverage unknown';
}

function timeLeft(days: number, now: Date): string {
  return days === 1 ? 'its last day' : `${formatPeriod(now.toISOString().slice(0, 10), days)} left`;
}
