import type { ResultFilter } from './outcome-labels.ts';

/** Which rows are listed: those with a status or outcome, and those whose coverage ends at some time. Null for any. */
export interface RowChoice {
  filter: ResultFilter | null;
  ends: string | null;
}

export const everyRow: RowChoice = { filter: null, ends: null };

/** The parameters of a choice, of the page as of the API: `filter=expired`, `ends=90`, `ends=2026-12-01..2026-12-31`. */
export function searchOf({ filter, ends }: RowChoice): Record<string, string> {
  return { ...(filter && { filter }), ...(ends && { ends }) };
}
