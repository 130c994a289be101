const toleratedSeconds = 600;

/** Seconds by which the agent's clock is ahead of the server's. Null if the difference is tolerable. */
export function clockSkewSeconds(scannedAt: Date, receivedAt: Date): number | null {
  const seconds = Math.round((scannedAt.getTime() - receivedAt.getTime()) / 1000);
  return Math.abs(seconds) > toleratedSeconds ? seconds : null;
}
