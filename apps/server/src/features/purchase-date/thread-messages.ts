import type { Prediction } from '@warranty/contracts/purchase-date';

/** A device whose maker may be asked when it was shipped. */
export interface KnownSerial {
  serialNumber: string;
  manufacturer: string | null;
  modelNumber: string | null;
}

/** What vendors told: yyyy-mm-dd by serial number, as the row has it. */
export type ShipDates = ReadonlyMap<string, string>;

/** What asking the vendors came to. */
export interface VendorDatesResult {
  dates: ShipDates;
  asked: number;
  sentence: string;
}

export type PredictionTask =
  | { kind: 'single'; description: string; shipDates: ShipDates }
  /** The body of the request, as it came. */
  | { kind: 'analyze' | 'predict'; segments: readonly Uint8Array[] };

export type MessageToThread =
  | { kind: 'work'; work: PredictionTask; now: Date }
  /** The answer to `serials`. */
  | { kind: 'vendors'; vendors: VendorDatesResult };

/** What became of the work. A refusal is the sender's mistake. */
export type PredictionOutcome =
  | { kind: 'prediction'; prediction: Prediction }
  | { kind: 'json'; gzipped: Uint8Array[]; rows: number }
  | { kind: 'too-many'; rows: number }
  | { kind: 'invalid'; path: string; message: string };

export type MessageFromThread = PredictionOutcome | { kind: 'serials'; serials: KnownSerial[] };
