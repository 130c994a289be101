const toleratedSeconds = 600;

/** By how many seconds the agent's clock is ahead of ours, where that is worth telling. */
export function clockSkewSeconds(scannedAt: Date, receivedAt: Date): number | null {
  const seconds = Math.round((scannedAt.getTime() - receivedAt.getTime()) / 1000);
  return Math.abs(seconds) > toleratedSeconds ? seconds : null;
}
