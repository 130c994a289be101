import { beforeEach, describe, expect, it } from 'vitest';
import { createStorageGuard } from './storage-guard.ts';

const gigabyte = 1024 ** 3;
let [now, free, size, reads]: number[] = [];
let wasFull = false;
beforeEach(() => {
  [now, free, size, reads] = [0, 10 * gigabyte, gigabyte, 0];
  wasFull = false;
});

const guard = (maxDatabaseBytes: number) =>
  createStorageGuard({
    freeBytes: async () => free ?? 0,
    async databaseBytes() {
      reads = (reads ?? 0) + 1;
      if (size === -1) throw new Error('away');
      return size ?? 0;
    },
    wasDatabaseDiskFull: () => wasFull,
    limits: { minFreeBytes: gigabyte, maxDatabaseBytes },
    now: () => now ?? 0,
  });

describe('the storage guard', () => {
  it('rejects below the free space that must be left', async () => {
    free = gigabyte - 1;
    await expect(guard(0)()).rejects.toMatchObject({ code: 'disk_full', status: 507 });
  });

  it('rejects after the database has run out of space', async () => {
    wasFull = true;
    await expect(guard(0)()).rejects.toMatchObject({ code: 'disk_full', status: 507 });
  });

  it('rejects above the size of the database, and names the limit', async () => {
    size = 2 * gigabyte;
    await expect(guard(2 * gigabyte)()).rejects.toMatchObject({
      code: 'database_full',
      status: 507,
      message: 'The database has reached its limit of 2 GB, so the server cannot accept files right now.',
    });
  });

  it('never reads the size if there is no limit', async () => {
    await guard(0)();
    expect(reads).toBe(0);
  });

  it('reads the size once for concurrent callers, and again after ten seconds', async () => {
    const require = guard(2 * gigabyte);
    await Promise.all(Array.from({ length: 50 }, require));
    now = 9999;
    size = 3 * gigabyte;
    await require();
    expect(reads).toBe(1);
    now = 10_000;
    await expect(require()).rejects.toMatchObject({ code: 'database_full' });
    expect(reads).toBe(2);
  });

  it('does not cache a failure', async () => {
    const require = guard(2 * gigabyte);
    size = -1;
    await expect(require()).rejects.toThrow('away');
    size = 0;
    await require();
  });
});
