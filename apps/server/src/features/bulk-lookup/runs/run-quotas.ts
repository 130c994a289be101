import type { UsageItem } from '@warranty/contracts/usage';
import { inDays } from '@warranty/domain/sentences';
import type { FileSize, StoredRuns } from '../../../lookups/runs/run.ts';
import { createAddressQuota } from '../../../platform/fairness/address-quota.ts';
import type { RateLimiter } from '../../../platform/fairness/rate-limiter.store.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Client } from '../../../platform/ownership/caller.ts';

const megabyte = 1024 ** 2;

export interface RunLimits {
  liveRuns: number;
  /** Including runs that are done or canceled. */
  storedRuns: number;
  storedRows: number;
  storedBytes: number;
  perAddressPerDay: { runs: number; rows: number; bytes: number };
  retentionDays: number;
}

export type RunQuotas = ReturnType<typeof createRunQuotas>;

/** How much an owner may store, and how much a client may send per day. */
export function createRunQuotas(limits: RunLimits, rateLimiter: RateLimiter) {
  const { liveRuns, storedRuns, storedRows, storedBytes, perAddressPerDay, retentionDays } = limits;
  const ofAddress = (name: string, perDay: number, allowance: string) =>
    createAddressQuota({ limits: rateLimiter, name, perDay, allowance });
  const runsOfAddress = ofAddress(
    'bulk-runs',
    perAddressPerDay.runs,
    `${inWords(perAddressPerDay.runs)} bulk runs`,
  );
  const rowsOfAddress = ofAddress(
    'bulk-rows',
    perAddressPerDay.rows,
    `${inWords(perAddressPerDay.rows)} rows`,
  );
  const bytesOfAddress = ofAddress(
    'bulk-bytes',
    perAddressPerDay.bytes,
    `${inWords(inMegabytes(perAddressPerDay.bytes))} MB of files`,
  );

  const tooManyRows = ({ rows: count }: Pick<FileSize, 'rows'>) =>
    new AppError('too_many_rows', { values: { count, limit: storedRows } });

  return {
    storedRows,
    tooManyRows,

    /** Throws if the owner of these runs may not create another one. */
    requireRun(stored: StoredRuns): void {
      if (stored.liveRuns >= liveRuns)
        throw new AppError('too_many_runs', { values: { count: stored.liveRuns } });
      if (stored.runs >= storedRuns)
        throw new AppError('too_many_stored_runs', {
          values: { limit: storedRuns, days: inDays(retentionDays) },
        });
    },

    /** The error if a file of this size does not fit in addition to the owner's other runs. */
    fileRefusal(others: StoredRuns, { rows, bytes }: FileSize): AppError | null {
      if (others.rows + rows > storedRows) return tooManyRows(others);
      if (others.bytes + bytes <= storedBytes) return null;
      const values = { count: inMegabytes(others.bytes), limit: inMegabytes(storedBytes) };
      return new AppError('too_many_bytes', { values });
    },

    runsOfAddress,

    async chargeClient(client: Client, { rows, bytes }: FileSize): Promise<void> {
      await rowsOfAddress.take(client, rows);
      await bytesOfAddress.take(client, bytes);
    },

    usage(stored: StoredRuns): UsageItem[] {
      const note = `Deleted after ${inDays(retentionDays)}, or when you delete the run.`;
      return [
        {
          id: 'bulk-live-runs',
          label: 'Active bulk runs',
          used: stored.liveRuns,
          limit: liveRuns,
          unit: 'count',
          note: 'Freed when a run ends or you cancel it.',
        },
        { id: 'bulk-runs', label: 'Bulk runs', used: stored.runs, limit: storedRuns, unit: 'count', note },
        {
          id: 'bulk-rows',
          label: 'Rows in bulk runs',
          used: stored.rows,
          limit: storedRows,
          unit: 'count',
          note,
        },
        {
          id: 'bulk-bytes',
          label: 'Size of bulk runs',
          used: stored.bytes,
          limit: storedBytes,
          unit: 'bytes',
          note,
        },
      ];
    },
  };
}

const inMegabytes = (bytes: number) => Math.ceil(bytes / megabyte);

const inWords = (count: number) => count.toLocaleString('en-US');
