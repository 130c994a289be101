import { LRUCache } from 'lru-cache';

/** Who works: the owner of the work, and the address it came from. */
export interface Sharer {
  owner: string;
  /** As `addressKey` returns it. */
  address: string;
}

/** How much of a queue one owner or address may have while others wait. */
export const maxShare = 1 / 4;
const maxTrackedNames = 1000;

/** What each owner, or each address, has of something, and when it was last served. */
export function createTally() {
  const having = new Map<string, { held: number; waiting: number }>();
  /** Outlives what they have, so that those who come back at once do not overtake the others. */
  const servedAt = new LRUCache<string, number>({ max: maxTrackedNames });
  let served = 0;

  return {
    change(name: string, held: number, waiting: number): void {
      const has = having.get(name) ?? { held: 0, waiting: 0 };
      has.held += held;
      has.waiting += waiting;
      if (has.held + has.waiting > 0) having.set(name, has);
      else having.delete(name);
    },
    serve(name: string): void {
      served += 1;
      servedAt.set(name, served);
    },
    total(name: string): number {
      const { held, waiting } = having.get(name) ?? { held: 0, waiting: 0 };
      return held + waiting;
    },
    /** Negative if the first goes before the second. */
    compare: (a: string, b: string): number =>
      (having.get(a)?.held ?? 0) - (having.get(b)?.held ?? 0) ||
      (servedAt.get(a) ?? 0) - (servedAt.get(b) ?? 0),
  };
}

/** Counts what everyone has, by address and by owner. */
export function createShares() {
  const addresses = createTally();
  const owners = createTally();
  return {
    addresses,
    owners,
    change({ address, owner }: Sharer, held: number, waiting = 0): void {
      addresses.change(address, held, waiting);
      owners.change(owner, held, waiting);
    },
    /** Notes that it was their turn. */
    serve({ address, owner }: Sharer): void {
      addresses.serve(address);
      owners.serve(owner);
    },
    /** What they hold and wait for. */
    total: ({ address, owner }: Sharer) => ({
      address: addresses.total(address),
      owner: owners.total(owner),
    }),
    /** Negative if the first goes before the second: its address, then its owner, holds less or was served longer ago. */
    compare: (a: Sharer, b: Sharer): number =>
      addresses.compare(a.address, b.address) || owners.compare(a.owner, b.owner),
  };
}
