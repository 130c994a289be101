import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import type { AssetAnalysis, Prediction, predictBulk } from '@warranty/contracts/purchase-date';
import type { Notice } from '@warranty/domain/csv/notices';
import type { PredictionRow, RowFilter, YearCounts } from '../results/prediction-rows.ts';

/** Summary of a file after it was read. */
export interface AssetFileSummary {
  format: 'csv' | 'xlsx';
  /** The sheet that was read; null for a CSV file. */
  sheet: string | null;
  rows: number;
  columns: number;
  /** Warnings about malformed lines, which were still read. */
  notices: Notice[];
  noticesCount: number;
}

/** Summary of all predictions. */
export interface PredictionSummary extends Omit<ReplyOf<typeof predictBulk>, 'predictions'> {
  conflicts: number;
  years: YearCounts[];
}

/** Everything on the Results step that the worker does not hold. */
export interface ShownResults {
  name: string;
  source: 'file' | 'scan';
  read: AssetFileSummary;
  analysis: AssetAnalysis;
  summary: PredictionSummary;
}

/** A worker has no address, which says the organization. */
interface Headed {
  headers: Record<string, string>;
}

interface SavedPlace {
  /** Identifies the tab. */
  slot: string;
  owner: string;
}

/** The requests that the assets worker accepts, with their replies. */
export interface AssetRequests {
  /** The visible sheets of a workbook; none for a CSV file. */
  sheets: { question: { file: File }; answer: string[] };
  read: { question: { file: File; sheet: string | null }; answer: AssetFileSummary };
  /** Rows that do not come from a file. */
  take: { question: { rows: Record<string, string>[] }; answer: AssetFileSummary };
  analyze: { question: Headed; answer: AssetAnalysis };
  predict: { question: Headed & { useVendorDates: boolean }; answer: PredictionSummary };
  rows: {
    question: { filter: RowFilter; from: number; count: number };
    answer: { rows: PredictionRow[]; total: number };
  };
  detail: { question: { at: number }; answer: Prediction };
  export: { question: object; answer: Blob };
  /** The original input with the predictions added, in its own format. */
  exportOwnFile: { question: object; answer: Blob };
  /** Saves the results in the browser. False if they are too large. */
  save: { question: SavedPlace & { shown: ShownResults }; answer: boolean };
  /** Takes over results that were saved. Null if there are none for this user. */
  restore: { question: SavedPlace; answer: ShownResults | null };
}
