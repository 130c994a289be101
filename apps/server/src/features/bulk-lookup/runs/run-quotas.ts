import type { UsageItem } from '@warranty/contracts/usage';
import { formatNumber } from '@warranty/domain/csv/csv-error';
import { inDays } from '@warranty/domain/sentences';
import type { FileSize, StoredRuns } from '../../../lookups/runs/run.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { createAddressQuota } from '../../../platform/fairness/address-quota.ts';
import type { OwnerLimits } from '../../../platform/fairness/owner-limits.ts';
import type { RateLimiter } from '../../../platform/fairness/rate-limiter.store.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Caller } from '../../../platform/ownership/caller.ts';
import type { OwnerId } from '../../../platform/ownership/owner-id.ts';

const megabyte = 1024 ** 2;

/** For a browser. */
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
export function createRunQuotas(limits: RunLimits, rateLimiter: RateLimiter, ownerLimits: OwnerLimits) {
  const { perAddressPerDay, retentionDays } = limits;
  const ofAddress = (what: 'runs' | 'rows' | 'bytes', count: number, noun: string) =>
    createAddressQuota({
      ...{ limits: rateLimiter, ownerLimits },
      name: `bulk-${what}`,
      perDay: perAddressPerDay[what],
      allowance: `${formatNumber(count)} ${noun}`,
    });
  const runsOfAddress = ofAddress('runs', perAddressPerDay.runs, 'bulk runs');
  const rowsOfAddress = ofAddress('rows', perAddressPerDay.rows, 'rows');
  const bytesOfAddress = ofAddress('bytes', inMegabytes(perAddressPerDay.bytes), 'MB of files');

  /** Inside a transaction, `from` is that. */
  async function of(owner: OwnerId, from?: Tx) {
    const factor = await ownerLimits.factorOf(owner, from);
    const [liveRuns, storedRuns] = [limits.liveRuns * factor, limits.storedRuns * factor];
    const [storedRows, storedBytes] = [limits.storedRows * factor, limits.storedBytes * factor];
    const tooManyRows = ({ rows: count }: Pick<FileSize, 'rows'>) =>
      new AppError('too_many_rows', { values: { count, limit: storedRows } });
    return {
      ...{ liveRuns, storedRuns, storedRows, storedBytes },
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
    };
  }

  return {
    of,
    runsOfAddress,

    async chargeClient(caller: Caller, { rows, bytes }: FileSize): Promise<void> {
      await rowsOfAddress.take(caller, rows);
      await bytesOfAddress.take(caller, bytes);
    },

    async usage(owner: OwnerId, { liveRuns, runs, rows, bytes }: StoredRuns): Promise<UsageItem[]> {
      const deleted = `Deleted after ${inDays(retentionDays)}, or when you delete the run.`;
      const count = { unit: 'count', note: deleted } as const;
      const quota = await of(owner);
      return [
        {
          ...{ id: 'bulk-live-runs', label: 'Active bulk runs', used: liveRuns, limit: quota.liveRuns },
          ...{ unit: 'count', note: 'Freed when a run ends or you cancel it.' },
        },
        { ...count, id: 'bulk-runs', label: 'Bulk runs', used: runs, limit: quota.storedRuns },
        { ...count, id: 'bulk-rows', label: 'Rows in bulk runs', used: rows, limit: quota.storedRows },
        {
          ...{ ...count, id: 'bulk-bytes', label: 'Size of bulk runs' },
          ...{ used: bytes, limit: quota.storedBytes, unit: 'bytes' },
        },
      ];
    },
  };
}

const inMegabytes = (bytes: number) => Math.ceil(bytes / megabyte);
