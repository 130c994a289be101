import { LRUCache } from 'lru-cache';

/** What was used longer ago counts less: after this time, about a third. */
const windowMs = 10_000;
/** The average is updated this often at most, because that costs more than adding up. */
const updateMs = 100;
const maxTrackedNames = 1000;

interface Use {
  /** As of `updatedAt`: places, averaged over the window. */
  average: number;
  updatedAt: number;
  /** Places times milliseconds from then until `at`. */
  since: number;
  at: number;
  /** Places that it has now. */
  held: number;
}

const startUse = (at: number): Use => ({ average: 0, updatedAt: at, since: 0, at, held: 0 });

function addUp(use: Use, at: number): void {
  use.since += use.held * (at - use.at);
  use.at = at;
}

function updatedAverage(use: Use, at: number): number {
  addUp(use, at);
  const elapsed = at - use.updatedAt;
  if (elapsed <= 0) return use.average;
  const rest = Math.exp(-elapsed / windowMs);
  use.average = use.average * rest + (use.since / elapsed) * (1 - rest);
  use.updatedAt = at;
  use.since = 0;
  return use.average;
}

function changeHeld(use: Use, places: number, at: number): void {
  if (at - use.updatedAt > updateMs) updatedAverage(use, at);
  else addUp(use, at);
  // Those that were forgotten in the meantime begin again.
  use.held = Math.max(0, use.held + places);
}

/** How many places everyone has had of late, on average: one that was held briefly counts little. */
export function createRecentUse(now: () => number = () => performance.now()) {
  const uses = new LRUCache<string, Use>({ max: maxTrackedNames });
  const all = startUse(now());

  function useOf(name: string, at: number): Use {
    const known = uses.get(name);
    if (known) return known;
    const use = startUse(at);
    uses.set(name, use);
    return use;
  }

  function averageOf(name: string): number {
    const use = uses.get(name);
    return use ? updatedAverage(use, now()) : 0;
  }

  return {
    change(name: string, places: number): void {
      const at = now();
      changeHeld(all, places, at);
      changeHeld(useOf(name, at), places, at);
    },
    /** Of what everyone has used, between 0 and 1. */
    partOf(name: string): number {
      const average = updatedAverage(all, now());
      return average > 0 ? averageOf(name) / average : 0;
    },
    /** Negative if the first has used less than the second. */
    compare: (a: string, b: string): number => averageOf(a) - averageOf(b),
  };
}
