interface Restored<T> {
  /** The list before the items were removed. */
  before: readonly T[];
  /** The list now; items may have been added, removed or moved since. */
  now: readonly T[];
  isRemoved: (item: T) => boolean;
  /** Items with the same id are the same. */
  idOf: (item: T) => unknown;
  /** Which end new items are added to. */
  newest: 'first' | 'last';
}

/** Puts removed items back next to their former neighbors. An item that was added again meanwhile stays where it is. */
export function restoreRemoved<T>({ before, now, isRemoved, idOf, newest }: Restored<T>): T[] {
  const restored = [...now];
  const placeOf = (item: T) => restored.findIndex((other) => idOf(other) === idOf(item));
  for (const [index, item] of before.entries()) {
    if (!isRemoved(item) || placeOf(item) >= 0) continue;
    const isThere = (other: T) => placeOf(other) >= 0;
    const previous = before.slice(0, index).findLast(isThere);
    if (previous !== undefined) restored.splice(placeOf(previous) + 1, 0, item);
    else {
      const next = before.slice(index + 1).find(isThere);
      const end = newest === 'first' ? restored.length : 0;
      restored.splice(next === undefined ? end : placeOf(next), 0, item);
    }
  }
  return restored;
}
