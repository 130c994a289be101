import type { FileFormat } from '@warranty/contracts/bulk-lookup';
import { downloadBulkFile } from '@warranty/contracts/bulk-results';
import { fillPath } from '@warranty/contracts/core/client';
import { resultsFileName } from '@warranty/domain/csv/write';
import { downloadQuery } from '../../../lib/browser/organization.ts';
import { localDay } from '../../../lib/format/format-date.ts';
import { everyRow, type RowChoice, searchOf } from './row-choice.ts';

/** Which columns the download excludes, and whether formulas stay unescaped. */
export interface DownloadChoice {
  without: readonly string[];
  raw: boolean;
}

export const defaultDownloadChoice: DownloadChoice = { without: [], raw: false };

/** `warranty_results_2026-11-14.csv`, with the date in the user's time zone. */
export function downloadName(now: Date, format: FileFormat): string {
  return resultsFileName(localDay(now), format);
}

/** The browser downloads this URL directly and streams the file to disk; no data passes through the page. */
export function downloadUrl(
  runId: string,
  { without, raw }: DownloadChoice,
  format: FileFormat,
  rows: RowChoice = everyRow,
): string {
  const query = new URLSearchParams();
  if (without.length > 0) query.set('without', JSON.stringify(without));
  // A workbook says which cells are text, so none is escaped.
  if (format === 'xlsx') query.set('format', format);
  else if (raw) query.set('raw', 'true');
  for (const [name, value] of Object.entries(searchOf(rows))) query.set(name, value);
  return fillPath(downloadBulkFile.path, { runId }) + downloadQuery(query);
}
