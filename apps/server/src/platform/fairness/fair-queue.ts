import type { Sharer } from './shares.ts';

/** Negative if the first goes before the second. */
interface Order {
  compare(a: string, b: string): number;
}

/** What waits for one owner at one client, in order of arrival. */
interface Line<T> {
  sharer: Sharer;
  items: T[];
}

/**
 * A queue whose next item is of the client, and of its owner, that goes first. Only clients and owners are compared: looking
 * at each of many items would cost more than most of them.
 */
export function createFairQueue<T>({ clients, owners }: { clients: Order; owners: Order }) {
  /** By client, then by owner. None is empty. */
  const lines = new Map<string, Map<string, Line<T>>>();
  let size = 0;

  function lineOf(sharer: Sharer): Line<T> {
    const { client, owner } = sharer;
    const known = lines.get(client.key);
    const byOwner = known ?? new Map<string, Line<T>>();
    if (!known) lines.set(client.key, byOwner);
    const line = byOwner.get(owner) ?? { sharer, items: [] };
    if (line.items.length === 0) byOwner.set(owner, line);
    return line;
  }

  function take({ sharer: { client, owner }, items }: Line<T>, at: number): T {
    size -= 1;
    const item = (at === 0 ? items.shift() : items.splice(at, 1)[0]) as T;
    if (items.length > 0) return item;
    const byOwner = lines.get(client.key);
    byOwner?.delete(owner);
    if (byOwner?.size === 0) lines.delete(client.key);
    return item;
  }

  function countOf(clientKey: string): number {
    let count = 0;
    for (const { items } of lines.get(clientKey)?.values() ?? []) count += items.length;
    return count;
  }

  return {
    size: () => size,
    clientCount: () => lines.size,
    push(sharer: Sharer, item: T): void {
      size += 1;
      lineOf(sharer).items.push(item);
    },
    /** Removes the next item, if it may go. */
    shift(mayGo: (sharer: Sharer) => boolean = () => true): { sharer: Sharer; item: T } | undefined {
      if (size === 0) return undefined;
      const line = nextOf(nextOf(lines, clients), owners);
      return mayGo(line.sharer) ? { sharer: line.sharer, item: take(line, 0) } : undefined;
    },
    countOf,

    /** Removes the newest item of the client that has the most, if it has more than this. */
    removeFromLongest(moreThan: number): T | undefined {
      const [longest] = [...lines.keys()]
        .map((clientKey) => ({ clientKey, count: countOf(clientKey) }))
        .toSorted((a, b) => b.count - a.count);
      if (!longest || longest.count <= moreThan) return undefined;
      const [line] = [...(lines.get(longest.clientKey)?.values() ?? [])].toSorted(
        (a, b) => b.items.length - a.items.length,
      );
      return line && take(line, line.items.length - 1);
    },

    find(isWanted: (item: T) => boolean): T | undefined {
      for (const byOwner of lines.values())
        for (const { items } of byOwner.values()) {
          const found = items.find(isWanted);
          if (found !== undefined) return found;
        }
      return undefined;
    },

    removeWhere(isWanted: (item: T) => boolean): T | undefined {
      for (const byOwner of lines.values())
        for (const line of byOwner.values()) {
          const at = line.items.findIndex(isWanted);
          if (at >= 0) return take(line, at);
        }
      return undefined;
    },
  };
}

/** Of a map that is not empty, the value whose name goes first. */
function nextOf<V>(named: ReadonlyMap<string, V>, order: Order): V {
  const [[firstName, first]] = named as unknown as [[string, V]];
  if (named.size === 1) return first;
  let [bestName, best] = [firstName, first];
  for (const [name, each] of named) if (order.compare(name, bestName) < 0) [bestName, best] = [name, each];
  return best;
}
