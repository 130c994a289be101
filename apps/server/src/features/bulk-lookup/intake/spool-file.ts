import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTally, type Sharer } from '../../../platform/fairness/shares.ts';
import { AppError } from '../../../platform/http/app-error.ts';

export interface WorkbookFile {
  descriptor: number;
  size: number;
}

export interface SpoolFile extends WorkbookFile {
  close(): Promise<void>;
}

function orDiskFull(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new AppError('disk_full', { cause: error });
  throw error;
}

export interface SpoolLimits {
  /** Of all files that exist at the same time. */
  bytes: number;
  bytesPerAddress: number;
  busySeconds: number;
}

/**
 * Room for four of the largest files, and for two of a client: the disk may be that of the database. The files in `deploy` give
 * each process more temporary storage than this.
 */
export const defaultLimits: SpoolLimits = {
  bytes: 2 * 1024 ** 3,
  bytesPerAddress: 1024 ** 3,
  busySeconds: 5,
};

/** Temporary files for uploads that can only be read when all of their bytes have arrived. */
export function createSpool({ bytes, bytesPerAddress, busySeconds }: SpoolLimits = defaultLimits) {
  const clients = createTally();
  let total = 0;

  function reserve(clientKey: string, size: number): void {
    if (total + size > bytes || clients.total(clientKey) + size > bytesPerAddress)
      throw new AppError('too_many_files', { retryAfterSeconds: busySeconds });
    total += size;
    clients.change(clientKey, size, 0);
  }

  function release(clientKey: string, size: number): void {
    total -= size;
    clients.change(clientKey, -size, 0);
  }

  /**
   * Writes bytes to a temporary file as they arrive. The file has no name by then, so nothing is left of it when the
   * process ends, in whatever way.
   */
  return async function spool({ client }: Sharer, pieces: AsyncIterable<Uint8Array>): Promise<SpoolFile> {
    const path = join(tmpdir(), `warranty-upload-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600).catch(orDiskFull);
    let size = 0;
    const close = async () => {
      await file.close();
      release(client.key, size);
    };
    try {
      await unlink(path);
      for await (const piece of pieces) {
        reserve(client.key, piece.length);
        size += piece.length;
        await file.writeFile(piece).catch(orDiskFull);
      }
      return { descriptor: file.fd, size, close };
    } catch (error) {
      await close();
      throw error;
    }
  };
}
