import { AppError } from './http/app-error.ts';

const gigabyte = 1024 ** 3;

export interface StorageGuardDeps {
  freeBytes(): Promise<number>;
  databaseBytes(): Promise<number>;
  /** The disk of the database may be that of another machine, whose free space is not known. */
  wasDatabaseDiskFull(): boolean;
  limits: StorageLimits;
  now?: () => number;
}

export interface StorageLimits {
  /** Disk space that must be free to accept more data. */
  minFreeBytes: number;
  /** 0 means no limit. */
  maxDatabaseBytes: number;
}

/** Throws if the installation cannot store more. */
export type RequireStorage = () => Promise<void>;

const freeSpaceMs = 1000;
/** PostgreSQL looks at every file of the database. */
const databaseSizeMs = 10_000;

export function createStorageGuard(deps: StorageGuardDeps): RequireStorage {
  const { limits, now = () => performance.now() } = deps;
  const freeBytes = remember(deps.freeBytes, freeSpaceMs, now);
  const databaseBytes = remember(deps.databaseBytes, databaseSizeMs, now);
  return async function requireStorage() {
    if (deps.wasDatabaseDiskFull()) throw new AppError('disk_full');
    if ((await freeBytes()) < limits.minFreeBytes) throw new AppError('disk_full');
    if (limits.maxDatabaseBytes === 0 || (await databaseBytes()) < limits.maxDatabaseBytes) return;
    throw new AppError('database_full', { values: { limit: limits.maxDatabaseBytes / gigabyte } });
  };
}

/** Concurrent callers share one reading. A failed one is not cached. */
function remember(
  read: () => Promise<number>,
  milliseconds: number,
  now: () => number,
): () => Promise<number> {
  let reading: Promise<number> | null = null;
  let staleAt = 0;
  return () => {
    if (reading && now() < staleAt) return reading;
    staleAt = now() + milliseconds;
    const current = read();
    reading = current;
    current.catch(() => {
      if (reading === current) reading = null;
    });
    return current;
  };
}
