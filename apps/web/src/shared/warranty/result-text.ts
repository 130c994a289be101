import type { WarrantyResult } from '@warranty/contracts/warranty';
import { coverageLabels } from './coverage-labels.ts';
import { verdictFor } from './verdict.ts';

/** A result as plain text, for a ticket or a mail. */
export function resultText(result: WarrantyResult, link: string, now: Date): string {
  const labels = coverageLabels[result.coverKind];
  const device = [result.manufacturer, result.modelNumber].join(' ');
  const { systemDescription } = result.hardware;
  const lines = [
    systemDescription ? `${device} (${systemDescription})` : device,
    verdictFor(result, now),
    result.startDate && `${labels.start}: ${result.startDate}`,
    result.endDate && `${labels.end}: ${result.endDate}`,
    result.serviceLevel && `Service Level: ${result.serviceLevel}`,
    result.source && `Checked: ${result.source.checkedAt.slice(0, 10)} at ${result.source.vendor}`,
    link,
  ];
  return lines.filter(Boolean).join('\n');
}
