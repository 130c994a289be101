import type { BulkResultRow } from '@warranty/contracts/bulk-results';
import { joinSentences } from '@warranty/domain/sentences';
import { createContext, use } from 'react';
import { reasonOf } from '../run/retry.ts';

/** How the user can get a row looked up that was not; null if there is no way. */
type RowHint = (row: BulkResultRow) => string | null;

/** Rows of a pasted list have no run. */
export const RowHintContext = createContext<RowHint>(() => null);

/** Why a row has no dates, and what the user can do about it; null if it has dates or is still pending. */
export function useReason(row: BulkResultRow, now: Date): string | null {
  const hintOf = use(RowHintContext);
  const reason = reasonOf(row, now);
  return reason === null ? null : joinSentences(reason, hintOf(row));
}
