import { statfs } from 'node:fs/promises';

/** Free bytes for us where that folder lies; plenty where nobody can tell. */
export async function freeBytesAt(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
