/** The progress of one vendor's chunks. Rows of cached chunks do not count, because they complete at a different speed. */
export interface VendorThroughput {
  vendor: string;
  openChunks: number;
  /** The open chunks whose answers were cached when the run was prepared. */
  openCachedChunks: number;
  openRows: number;
  /** Rows done in the last ten seconds, and in the ten before. */
  recentRows: number;
  earlierRows: number;
}

/** How long a run must have been observed. Its two halves are compared with each other. */
export const windowSeconds = 20;
/** Maximum ratio between the two halves. Above it, the throughput is still changing and allows no estimate. */
const maxChange = 1.5;

function isSteady({ openCachedChunks, recentRows, earlierRows }: VendorThroughput): boolean {
  if (openCachedChunks > 0 || recentRows === 0 || earlierRows === 0) return false;
  return Math.max(recentRows, earlierRows) <= maxChange * Math.min(recentRows, earlierRows);
}

/**
 * Seconds until the open rows are done, based on the throughput of the last twenty seconds and limited by the vendors'
 * rates. Null while that throughput is not representative.
 */
export async function estimateSecondsLeft(
  vendors: readonly VendorThroughput[],
  watchedSeconds: number,
  callsPerSecond: (vendor: string) => Promise<number>,
): Promise<number | null> {
  const open = vendors.filter(({ openChunks }) => openChunks > 0);
  if (open.length === 0 || watchedSeconds < windowSeconds || !open.every(isSteady)) return null;
  const seconds = await Promise.all(
    open.map(async ({ vendor, openChunks, openRows, recentRows, earlierRows }) => {
      const asObserved = (openRows * windowSeconds) / (recentRows + earlierRows);
      return Math.max(asObserved, openChunks / (await callsPerSecond(vendor)));
    }),
  );
  return Math.ceil(Math.max(...seconds));
}
