import type { Sharer } from '../fairness/shares.ts';

export interface Holder {
  readonly sharer: Sharer;
  bytes(): number;
}

export interface MemoryLimit {
  /** Of all threads of a pool. */
  maxBytes: number;
  /** What each thread of the pool holds, in kilobytes, shared between them. */
  totals: Int32Array;
  /** The position of this thread. */
  index: number;
}

const kilobyte = 1024;

/** Only those that have the most. */
function greediest<H extends Holder>(holders: readonly H[], nameOf: (sharer: Sharer) => string): H[] {
  const sums = new Map<string, number>();
  for (const holder of holders) {
    const name = nameOf(holder.sharer);
    sums.set(name, (sums.get(name) ?? 0) + holder.bytes());
  }
  const max = Math.max(...sums.values());
  return holders.filter(({ sharer }) => sums.get(nameOf(sharer)) === max);
}

/**
 * Which work has to release its memory when the threads of a pool hold too much together: the largest, then the newest, of the
 * client and owner that hold the most. Null if there is enough memory or another thread has to release some. `holders` are in
 * order of arrival.
 */
export function findDisplaced<H extends Holder>(
  holders: readonly H[],
  { maxBytes, totals, index }: MemoryLimit,
): H | null {
  const own = holders.reduce((sum, holder) => sum + holder.bytes(), 0);
  Atomics.store(totals, index, Math.ceil(own / kilobyte));
  const all = totals.reduce((sum, _, each) => sum + Atomics.load(totals, each), 0) * kilobyte;
  if (all <= maxBytes || own <= maxBytes / totals.length) return null;
  const ofClient = greediest(holders, ({ client }) => client.key);
  const ofOwner = greediest(ofClient, ({ owner }) => owner);
  return ofOwner.reduce((largest, each) => (each.bytes() >= largest.bytes() ? each : largest));
}
