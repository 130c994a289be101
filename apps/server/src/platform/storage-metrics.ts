import type { Registry } from 'prom-client';
import type { Db } from './db/database.ts';
import { sharedDatabaseBytes } from './db/database-size.ts';
import { freeBytesAt } from './disk.ts';
import { createMeters } from './meters.ts';
import type { StorageLimits } from './storage-guard.ts';

export interface StorageMetricsDeps {
  dataDir: string;
  db: Db;
  limits: StorageLimits;
}

export function publishStorageMetrics(registry: Registry, { dataDir, db, limits }: StorageMetricsDeps): void {
  const { figure } = createMeters(registry);
  figure('warranty_disk_free_bytes', 'Free disk space in `DATA_DIR`.', () => freeBytesAt(dataDir));
  figure(
    'warranty_disk_min_free_bytes',
    'Free disk space below which uploads are rejected.',
    () => limits.minFreeBytes,
  );
  figure(
    'warranty_database_size_bytes',
    'Size of the database.',
    async () => (await sharedDatabaseBytes(db)) ?? Number.NaN,
  );
  figure(
    'warranty_database_max_size_bytes',
    'Size of the database above which uploads and scans are rejected; infinite without a limit.',
    () => limits.maxDatabaseBytes || Number.POSITIVE_INFINITY,
  );
}
