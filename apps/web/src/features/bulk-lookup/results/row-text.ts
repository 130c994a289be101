import type { BulkRowDetails } from '@warranty/contracts/bulk-results';
import { reasonOf } from '../run/retry.ts';

/** A row without a result as plain text: the device and the reason. */
function reasonText({ listed }: BulkRowDetails, now: Date): string {
  const device = [listed.manufacturer, listed.modelNumber].filter(Boolean).join(' ');
  return [device, reasonOf(listed, now)].filter(Boolean).join('\n');
}

/** A row as plain text, for a ticket or a mail: the result or the reason, then what the file contains. */
export function rowText(details: BulkRowDetails, result: string | null, now: Date): string {
  const cells = details.cells
    .filter(({ value }) => value.trim() !== '')
    .map(({ column, value, isShortened }) => `${column}: ${value}${isShortened ? '...' : ''}`);
  const differences = details.differences.map(
    ({ cell, value }) => `${details.cells[cell]?.column} according to the vendor: ${value}`,
  );
  return [result ?? reasonText(details, now), [...cells, ...differences].join('\n')]
    .filter(Boolean)
    .join('\n\n');
}
