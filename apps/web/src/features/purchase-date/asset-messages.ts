import type {
  AssetAnalysis,
  Confidence,
  Prediction,
  PredictionMethod,
  VendorDates,
} from '@warranty/contracts/purchase-date';
import type { Notice } from '@warranty/domain/csv/notices';
import type { YearCounts } from './years.ts';

/** Summary of a file after it was read. */
export interface AssetFileSummary {
  rows: number;
  columns: number;
  /** Warnings about malformed lines, which were still read. */
  notices: Notice[];
  noticesCount: number;
}

/** Summary of all predictions. */
export interface PredictionSummary {
  total: number;
  counts: Record<Confidence, number>;
  conflicts: number;
  years: YearCounts[];
  vendorDates: VendorDates | null;
}

/** A table row, with only the fields that the table shows. */
export interface PredictionRow {
  /** Index among all predictions. */
  at: number;
  serialNumber: string | null;
  /** Shown if there is no serial number. */
  assetId: string;
  device: string;
  date: string | null;
  confidence: Confidence;
  method: PredictionMethod;
  explanation: string;
  conflicts: number;
}

export interface RowFilter {
  confidence: Confidence | null;
  search: string;
}

/** The requests that the assets worker accepts, with their replies. */
export interface AssetRequests {
  read: { question: { file: File }; answer: AssetFileSummary };
  /** Rows that do not come from a file. */
  take: { question: { rows: Record<string, string>[] }; answer: AssetFileSummary };
  analyze: { question: object; answer: AssetAnalysis };
  predict: { question: { useVendorDates: boolean }; answer: PredictionSummary };
  rows: {
    question: { filter: RowFilter; from: number; count: number };
    answer: { rows: PredictionRow[]; total: number };
  };
  detail: { question: { at: number }; answer: Prediction };
  export: { question: object; answer: Blob };
  /** The original input with the predictions added. */
  exportOwnFile: { question: object; answer: Blob };
}
