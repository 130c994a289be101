import { statfs } from 'node:fs/promises';

/** Free disk space available to this process. Returns infinity if it cannot be determined. */
export async function freeBytesAt(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
