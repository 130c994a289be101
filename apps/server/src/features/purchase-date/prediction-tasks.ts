import type { Prediction } from '@warranty/contracts/purchase-date';

/** A device whose ship date can be looked up with its vendor. */
export interface KnownSerial {
  serialNumber: string;
  manufacturer: string | null;
  modelNumber: string | null;
}

/** Ship dates from vendors: yyyy-mm-dd by serial number, as written in the row. */
export type ShipDates = ReadonlyMap<string, string>;

/** The result of the vendor lookups. */
export interface VendorDatesResult {
  dates: ShipDates;
  asked: number;
  sentence: string;
}

export type PredictionTask =
  | { kind: 'single'; description: string; shipDates: ShipDates }
  /** The request body as received. */
  | { kind: 'analyze' | 'predict'; segments: readonly Uint8Array[] };

/** The result of a task. `too-many` and `invalid` are errors in the request. */
export type PredictionOutcome =
  | { kind: 'prediction'; prediction: Prediction }
  | { kind: 'json'; gzipped: Uint8Array[]; rows: number }
  | { kind: 'too-many'; rows: number }
  | { kind: 'invalid'; path: string; message: string };

export type PredictionTasks = {
  /** If it needs ship dates, it returns the serials and waits for `resume` in the same thread. */
  start: {
    input: { work: PredictionTask; now: Date };
    output: PredictionOutcome | { kind: 'serials'; serials: KnownSerial[] };
  };
  resume: { input: VendorDatesResult; output: PredictionOutcome };
};
