import type { FileFormat, FileNotice } from '@warranty/contracts/bulk-lookup';
import type { ManufacturerStats } from '@warranty/contracts/field-mapping';
import type { OutcomeCounts, RetriedOutcome } from '@warranty/contracts/row-outcome';
import type { Sharer } from '../../platform/fairness/shares.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';

/** Identifies what is stored of a run, in the partition of its day. */
export interface RunRef {
  key: string;
  day: string;
}

/** What the engine has to know of the options of a run. */
export interface LookupOptions {
  /** Manufacturers to look up, by name. */
  vendors: string[];
}

/** Rows of finished chunks by outcome. */
export type DoneCounts = Partial<Record<keyof OutcomeCounts, number>>;

/** Rows that were not processed although their vendor has a lookup, by vendor. */
export type Unprocessed = Record<string, number>;

/** What a finished run looks up again. */
export interface Retried {
  vendors: readonly string[];
  outcomes: readonly RetriedOutcome[];
}

/** What has arrived of a run, with what was found in it. */
export interface Arrived {
  format: FileFormat;
  totalRows: number;
  skipped: number;
  notProcessed: number;
  unprocessed: Unprocessed;
  manufacturerStats: ManufacturerStats;
  notices: FileNotice[];
  noticesCount: number;
}

export interface NewRun {
  owner: OwnerId;
  /** Of the client that creates it. */
  clientKey: string;
  id: string;
  /** Of the request that created it. */
  hash: Buffer;
  /** As JSON. */
  options: string;
  /** The person, in an organization. */
  createdBy: string | null;
}

/** A run, and whose turns its file and its chunks take. */
export interface OwnedRun {
  key: string;
  owner: OwnerId;
  /** Of the client that created it. */
  clientKey: string;
}

export const sharerOf = ({ owner, clientKey }: OwnedRun): Sharer => ({ owner, client: { key: clientKey } });

export interface Pause {
  key: string;
  learnedAt: string;
  problem: string;
  /** Null if only the user can resume the run. */
  forSeconds: number | null;
}

/** What a file takes up. */
export interface FileSize {
  rows: number;
  bytes: number;
}

export interface StoredFile {
  key: string;
  uploadId: string;
  file: Arrived;
  /** A description of the file, as JSON. */
  source: string;
  /** Including `source`, which can be as large as the header row. */
  bytes: number;
}

/** A run whose serials are stored elsewhere, such as with a scan. */
export interface SerialSet extends OwnedRun, RunRef {
  status: string;
  totalRows: number;
  problem: string | null;
  /** Set if a paused run continues by itself. */
  continuesAt: Date | null;
  options: LookupOptions;
}

export interface NewSerialSet extends Pick<NewRun, 'owner' | 'clientKey' | 'id' | 'options'> {
  /** Distinct serials. */
  total: number;
}

/** What an owner's runs add up to, including canceled ones and files that are still arriving. */
export interface StoredRuns {
  runs: number;
  liveRuns: number;
  rows: number;
  /** Without files that are still arriving. */
  loadedRows: number;
  bytes: number;
}
