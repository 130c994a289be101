import type { OwnDates, Prediction, VendorDates } from '@warranty/contracts/purchase-date';
import type { VendorDate } from '@warranty/domain/prediction/vendor-date';

/** A device whose date a vendor may know. */
export interface KnownSerial {
  serialNumber: string;
  manufacturer: string | null;
  modelNumber: string | null;
  /** The vendor and the serial number in the format of its API; null if no vendor can look it up. */
  lookedUpAs: { vendor: string; serial: string } | null;
}

/** What is known about the devices besides their rows. */
export interface FoundDates {
  /** By serial number, as written in the row. */
  dates: ReadonlyMap<string, VendorDate>;
  ownDates: OwnDates | null;
  vendorDates: VendorDates | null;
}

export type PredictionTask =
  | { kind: 'single'; description: string; useVendorDates: boolean }
  /** The request body as received. */
  | { kind: 'analyze' | 'predict'; segments: readonly Uint8Array[] };

/** The result of a task. `too-many` and `invalid` are errors in the request. */
export type PredictionOutcome =
  | { kind: 'prediction'; prediction: Prediction; found: Omit<FoundDates, 'dates'> }
  | { kind: 'json'; gzipped: Uint8Array[]; rows: number }
  | { kind: 'too-many'; rows: number }
  | { kind: 'invalid'; path: string; message: string };

export type PredictionTasks = {
  /** It returns the serials of the rows and waits for their dates, with `resume` in the same thread. */
  start: {
    input: { work: PredictionTask; now: Date };
    output: PredictionOutcome | { kind: 'serials'; serials: KnownSerial[]; useVendorDates: boolean };
  };
  resume: { input: FoundDates; output: PredictionOutcome };
};
