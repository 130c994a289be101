import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import { isLive } from './run-state.ts';

export interface RunEnd {
  title: string;
  description: string;
  isFailure: boolean;
}

const endings = { completed: 'is done', cancelled: 'was canceled', paused: 'is paused', error: 'failed' };

/** What to tell the user when a run stops; null if it goes on. */
export function runEnd(name: string, { status, counts, totalRows, message }: BulkRun): RunEnd | null {
  if (isLive(status)) return null;
  const isFailure = status === 'error' || status === 'paused';
  return {
    title: `${name} ${endings[status as keyof typeof endings]}`,
    description: isFailure
      ? message
      : `${formatNumber(counts.found)} of ${formatCount(totalRows, 'row')} found.`,
    isFailure,
  };
}
