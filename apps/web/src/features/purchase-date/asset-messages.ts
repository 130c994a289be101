import type {
  AssetAnalysis,
  Confidence,
  Prediction,
  PredictionMethod,
  VendorDates,
} from '@warranty/contracts/purchase-date';
import type { Notice } from '@warranty/domain/csv/notices';
import type { YearCounts } from './years.ts';

/** What is known of a file after it was read. */
export interface AssetFileSummary {
  rows: number;
  columns: number;
  /** Lines that are not as they should be; they were read all the same. */
  notices: Notice[];
  noticesCount: number;
}

/** What the predictions are as a whole. */
export interface PredictionSummary {
  total: number;
  counts: Record<Confidence, number>;
  conflicts: number;
  years: YearCounts[];
  vendorDates: VendorDates | null;
}

/** A row of the table, as short as it can be. */
export interface PredictionRow {
  /** Its place among all predictions. */
  at: number;
  serialNumber: string | null;
  /** What stands where there is no serial number. */
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

/** What the worker that holds the assets can be asked, and what it answers. */
export interface AssetRequests {
  read: { question: { file: File }; answer: AssetFileSummary };
  /** Rows that come from elsewhere. */
  take: { question: { rows: Record<string, string>[] }; answer: AssetFileSummary };
  analyze: { question: object; answer: AssetAnalysis };
  predict: { question: { useVendorDates: boolean }; answer: PredictionSummary };
  rows: {
    question: { filter: RowFilter; from: number; count: number };
    answer: { rows: PredictionRow[]; total: number };
  };
  detail: { question: { at: number }; answer: Prediction };
  export: { question: object; answer: Blob };
  /** What was read, as it was, with the predictions. */
  exportOwnFile: { question: object; answer: Blob };
}
