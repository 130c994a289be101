/** How the chunks of one vendor get on. Rows of cached chunks do not count: they are done at another speed. */
export interface VendorThroughput {
  vendor: string;
  openChunks: number;
  /** Of the open ones, those whose answers were cached when the run was prepared. */
  openCachedChunks: number;
  openRows: number;
  /** Rows done in the last ten seconds, and in the ten before. */
  recentRows: number;
  earlierRows: number;
}

/** As long as a run must have been watched; half of it is compared with the other half. */
export const windowSeconds = 20;
/** Between the two halves. Above it the speed is still changing, and nothing can be said from it. */
const maxChange = 1.5;

function isSteady({ openCachedChunks, recentRows, earlierRows }: VendorThroughput): boolean {
  if (openCachedChunks > 0 || recentRows === 0 || earlierRows === 0) return false;
  return Math.max(recentRows, earlierRows) <= maxChange * Math.min(recentRows, earlierRows);
}

/**
 * How long the open rows will take, by the speed of the last twenty seconds and no faster than the vendors may be called.
 * Null while that speed says nothing about the rest.
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
