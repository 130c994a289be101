import { LRUCache } from 'lru-cache';

/** What was used longer ago counts less: after this time, about a third. */
const windowMs = 10_000;
const maxTrackedNames = 1000;

interface Use {
  /** As of `at`: places, averaged over the window. */
  average: number;
  at: number;
  /** Places that it has now. */
  held: number;
}

/** How many places everyone has had of late, on average: one that was held briefly counts little. */
export function createRecentUse(now: () => number = () => performance.now()) {
  const uses = new LRUCache<string, Use>({ max: maxTrackedNames });
  const all: Use = { average: 0, at: now(), held: 0 };

  function bringUpToDate(use: Use): Use {
    const at = now();
    const rest = Math.exp((use.at - at) / windowMs);
    use.average = use.average * rest + use.held * (1 - rest);
    use.at = at;
    return use;
  }

  function change(use: Use, places: number): Use {
    const current = bringUpToDate(use);
    // Those that were forgotten in the meantime begin again.
    current.held = Math.max(0, current.held + places);
    return current;
  }

  function averageOf(name: string): number {
    const use = uses.get(name);
    return use ? bringUpToDate(use).average : 0;
  }

  return {
    change(name: string, places: number): void {
      change(all, places);
      uses.set(name, change(uses.get(name) ?? { average: 0, at: now(), held: 0 }, places));
    },
    /** Of what everyone has used, between 0 and 1. */
    partOf(name: string): number {
      const { average } = bringUpToDate(all);
      return average > 0 ? averageOf(name) / average : 0;
    },
    /** Negative if the first has used less than the second. */
    compare: (a: string, b: string): number => averageOf(a) - averageOf(b),
  };
}
