import { LRUCache } from 'lru-cache';
import type { Client } from '../ownership/caller.ts';

/** Whose work it is, by which everyone gets a fair share: the parts of a `Caller` that count. */
export interface Sharer {
  /** Before a request is authenticated, the credential that it presents stands for its owner. */
  owner: string;
  client: Pick<Client, 'key'>;
}

/** How much of a queue one owner or client may have while others wait. */
export const maxShare = 1 / 4;
const maxTrackedNames = 1000;

/** What each owner, or each client, has of something, and when it was last served. */
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

/** Counts what everyone has, by client and by owner. */
export function createShares() {
  const clients = createTally();
  const owners = createTally();
  return {
    clients,
    owners,
    change({ client, owner }: Sharer, held: number, waiting = 0): void {
      clients.change(client.key, held, waiting);
      owners.change(owner, held, waiting);
    },
    /** Notes that it was their turn. */
    serve({ client, owner }: Sharer): void {
      clients.serve(client.key);
      owners.serve(owner);
    },
    /** What they hold and wait for. */
    total: ({ client, owner }: Sharer) => ({
      client: clients.total(client.key),
      owner: owners.total(owner),
    }),
    /** Negative if the first goes before the second: its client, then its owner, holds less or was served longer ago. */
    compare: (a: Sharer, b: Sharer): number =>
      clients.compare(a.client.key, b.client.key) || owners.compare(a.owner, b.owner),
  };
}
