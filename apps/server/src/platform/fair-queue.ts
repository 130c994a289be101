import type { Sharer } from './shares.ts';

/** Negative if the first goes before the second. */
interface Order {
  compare(a: string, b: string): number;
}

/** What waits for one owner at one address, in order of arrival. */
interface Line<T> {
  sharer: Sharer;
  items: T[];
}

/**
 * A queue whose next item is of the address, and of its owner, that goes first. Only addresses and owners are compared: looking
 * at each of many items would cost more than most of them.
 */
export function createFairQueue<T>({ addresses, owners }: { addresses: Order; owners: Order }) {
  /** By address, then by owner. None is empty. */
  const lines = new Map<string, Map<string, Line<T>>>();
  let size = 0;

  function lineOf(sharer: Sharer): Line<T> {
    const { address, owner } = sharer;
    const known = lines.get(address);
    const byOwner = known ?? new Map<string, Line<T>>();
    if (!known) lines.set(address, byOwner);
    const line = byOwner.get(owner) ?? { sharer, items: [] };
    if (line.items.length === 0) byOwner.set(owner, line);
    return line;
  }

  function take({ sharer: { address, owner }, items }: Line<T>, at: number): T {
    size -= 1;
    const item = (at === 0 ? items.shift() : items.splice(at, 1)[0]) as T;
    if (items.length > 0) return item;
    const byOwner = lines.get(address);
    byOwner?.delete(owner);
    if (byOwner?.size === 0) lines.delete(address);
    return item;
  }

  function countOf(address: string): number {
    let count = 0;
    for (const { items } of lines.get(address)?.values() ?? []) count += items.length;
    return count;
  }

  return {
    size: () => size,
    addressCount: () => lines.size,
    push(sharer: Sharer, item: T): void {
      size += 1;
      lineOf(sharer).items.push(item);
    },
    /** Removes the next item, if it may go. */
    shift(mayGo: (sharer: Sharer) => boolean = () => true): { sharer: Sharer; item: T } | undefined {
      if (size === 0) return undefined;
      const line = nextOf(nextOf(lines, addresses), owners);
      return mayGo(line.sharer) ? { sharer: line.sharer, item: take(line, 0) } : undefined;
    },
    countOf,

    /** Removes the newest item of the address that has the most, if it has more than this. */
    removeFromLongest(moreThan: number): T | undefined {
      const [longest] = [...lines.keys()]
        .map((address) => ({ address, count: countOf(address) }))
        .toSorted((a, b) => b.count - a.count);
      if (!longest || longest.count <= moreThan) return undefined;
      const [line] = [...(lines.get(longest.address)?.values() ?? [])].toSorted(
        (a, b) => b.items.length - a.items.length,
      );
      return line && take(line, line.items.length - 1);
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
