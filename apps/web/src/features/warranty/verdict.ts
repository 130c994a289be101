import type { WarrantyResult } from '@warranty/contracts/warranty';
import { formatDate } from '../../lib/format-date.ts';
import { formatPeriod } from '../../lib/format-period.ts';
import { localDay } from '../../lib/local-day.ts';
import { statusNow } from '../../lib/warranty-status.ts';

type Answer = Pick<
  WarrantyResult,
  'manufacturer' | 'coverKind' | 'status' | 'noCoverage' | 'endDate' | 'endsAt'
>;

/** The answer in one sentence, such as "Covered until 29 Mar 2028, 1 year 4 months left". */
export function verdictFor(answer: Answer, now: Date): string {
  const { manufacturer, coverKind, noCoverage, endDate } = answer;
  const isLicense = coverKind === 'license';
  if (noCoverage) return `${manufacturer} lists no ${isLicense ? 'license' : 'coverage'} for this device`;
  if (!endDate) return isLicense ? 'License end unknown' : 'Coverage unknown';
  const today = localDay(now);
  if (statusNow(answer, now) === 'expired') {
    const ago = endDate < today ? `, ${formatPeriod(endDate, today)} ago` : '';
    return `${isLicense ? 'License expired' : 'Expired'} on ${formatDate(endDate)}${ago}`;
  }
  const left = endDate > today ? `${formatPeriod(today, endDate)} left` : 'its last day';
  return `${isLicense ? 'Licensed' : 'Covered'} until ${formatDate(endDate)}, ${left}`;
}
