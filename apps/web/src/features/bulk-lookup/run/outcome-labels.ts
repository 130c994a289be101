import type { resultFilters } from '@warranty/contracts/bulk-results';
import type { RowOutcome } from '@warranty/contracts/row-outcome';
import { noCoverageLabel, statusLabels } from '@warranty/domain/status-labels';

/** Row outcomes. The table labels any lookup without a result as Error; the kinds of failure are counted separately. */
export const outcomeLabels: Record<RowOutcome, string> = {
  found: 'Found',
  'not-known': 'Not found',
  ambiguous: 'Ambiguous',
  failed: 'Failed',
  skipped: 'Skipped',
  'not-processed': 'Not processed',
  pending: 'Pending',
};

export type ResultFilter = (typeof resultFilters)[number];

export const filterLabels: Record<ResultFilter, string> = {
  ...statusLabels,
  'no-coverage': noCoverageLabel,
  differs: 'Differs from file',
  failed: 'Error',
  skipped: outcomeLabels.skipped,
  'not-processed': outcomeLabels['not-processed'],
  pending: outcomeLabels.pending,
};

export const someFailed = 'Some warranty lookups failed. Check individual error messages in the results.';
