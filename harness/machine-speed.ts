const sample = JSON.stringify(
  Array.from({ length: 4000 }, (_, at) => [`G${at}`, 'Dell', '2027-01-21T23:59:59Z', at % 97, 'a cell']),
);
/** What `workOnSample` takes on the machine that limits are set on, when that does nothing else. */
const sampleMs = 13;

/** Like what most of the product does: reads JSON, makes texts and counts them. */
function workOnSample(): void {
  for (let again = 0; again < 4; again += 1) {
    const counts = new Map<string, number>();
    for (const [serial, , , group] of JSON.parse(sample)) {
      const key = `${serial}:${group}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
}

/** CPU time of this thread in milliseconds. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * How much slower than that machine this one is now: 1 means not at all. Other load takes processor time away, and also makes
 * what is left slower, because caches and memory are shared: that also counts by a clock of processor time.
 */
export function slowness(clock: () => number): number {
  const startedAt = clock();
  workOnSample();
  return Math.max(1, (clock() - startedAt) / sampleMs);
}
