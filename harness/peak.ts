/** The largest number of these times, in milliseconds, within any one second. */
export function peakPerSecond(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  let [first, most] = [0, 0];
  for (const [last, time] of sorted.entries()) {
    while (time - (sorted[first] as number) >= 1000) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
