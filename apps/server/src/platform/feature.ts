import type { UsageItem } from '@warranty/contracts/usage';
import type { Route } from './http/route.ts';
import type { JobHandler } from './jobs/job.ts';
import type { OwnerId } from './ownership/owner-id.ts';
import type { StoredTable } from './ownership/stored-table.ts';

/** What a feature declares to the program. */
export interface Feature {
  routes: readonly Route[];
  jobs?: readonly JobHandler[];
  /** The tables that its stores write. Their sweep, erasure and documentation follow from them. */
  tables?: readonly StoredTable[];
  /** Runs before a user is erased: deletes what is too much to be deleted by cascade in one statement. */
  eraseOwner?(owner: OwnerId): Promise<void>;
  /** What an owner has used of the feature's limits, for the Usage section. */
  usage?(owner: OwnerId): Promise<UsageItem[]>;
  /** Runs before the process accepts requests, which it does not if this throws. */
  start?(): Promise<void>;
  /** Runs when the process stops, after the last request. */
  stop?(): Promise<void>;
}

/** For a feature with further members, which other features use. */
export function defineFeature<F extends Feature>(feature: F): F {
  return feature;
}
