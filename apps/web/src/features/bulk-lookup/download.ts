import { downloadBulkFile } from '@warranty/contracts/bulk-lookup';
import { fillPath } from '@warranty/contracts/client';
import { resultsFileName } from '@warranty/domain/csv/write';
import { localDay } from '../../lib/local-day.ts';

/** What the download leaves out, and whether formulas stay as they are. */
export interface DownloadChoice {
  without: readonly string[];
  raw: boolean;
}

export const defaultDownloadChoice: DownloadChoice = { without: [], raw: false };

/** `warranty_results_2026-11-14.csv`, by the reader's own calendar. */
export function downloadName(now: Date): string {
  return resultsFileName(localDay(now));
}

/** The browser follows it and writes the file as it comes; nothing of it passes through the page. */
export function downloadUrl(runId: string, { without, raw }: DownloadChoice): string {
  const query = new URLSearchParams();
  if (without.length > 0) query.set('without', JSON.stringify(without));
  if (raw) query.set('raw', 'true');
  const text = query.toString();
  return fillPath(downloadBulkFile.path, { runId }) + (text && `?${text}`);
}
