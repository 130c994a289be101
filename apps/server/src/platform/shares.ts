import { LRUCache } from 'lru-cache';

/** Who works: the owner of the work, and the address it came from. */
export interface Sharer {
  owner: string;
  /** As `addressKey` returns it. */
  address: string;
}

const maxTrackedNames = 1000;

/** Remembers whose turn it was, by address and by owner. */
export function createShares() {
  const addresses = new LRUCache<string, number>({ max: maxTrackedNames });
  const owners = new LRUCache<string, number>({ max: maxTrackedNames });
  let turns = 0;
  const compareIn = (served: typeof owners, a: string, b: string) =>
    (served.get(a) ?? 0) - (served.get(b) ?? 0);
  return {
    /** Notes that it was their turn. */
    serve({ address, owner }: Sharer): void {
      turns += 1;
      addresses.set(address, turns);
      owners.set(owner, turns);
    },
    /** Negative if the first goes before the second: its address, then its owner, was served longer ago. */
    compare: (a: Sharer, b: Sharer): number =>
      compareIn(addresses, a.address, b.address) || compareIn(owners, a.owner, b.owner),
  };
}
