const maxEntries = 5;
const maxAgeMs = 24 * 3600 * 1000;

export interface SavedEntry {
  slot: string;
  owner: string;
  savedAt: number;
}

/** `contoso/user-...` for a person; two tabs can show two organizations, and neither takes from the other. */
const organizationOf = (owner: string): string => owner.slice(0, owner.indexOf('/') + 1);

/** What is old or belongs to another user, and the oldest of too many. */
export function entriesToDrop(all: readonly SavedEntry[], owner: string, now: number): SavedEntry[] {
  const isForeign = (entry: SavedEntry) =>
    entry.owner !== owner && organizationOf(entry.owner) === organizationOf(owner);
  const isOver = (entry: SavedEntry) => isForeign(entry) || entry.savedAt < now - maxAgeMs;
  const staying = all.filter((entry) => !isOver(entry)).toSorted((a, b) => b.savedAt - a.savedAt);
  return [...all.filter(isOver), ...staying.slice(maxEntries)];
}
