import { createSemaphore, type Semaphore } from '../../platform/fairness/semaphore.ts';
import type { Sharer } from '../../platform/fairness/shares.ts';

/**
 * Bulk calls that wait for the rate of a credential, in each process: only the first in line asks for a slot, and addresses and
 * owners take turns. If all of them asked again and again, chance would decide who gets the next slot.
 */
export function createCallLines() {
  const lines = new Map<string, { semaphore: Semaphore; members: number }>();

  function lineOf(credential: string) {
    const known = lines.get(credential);
    if (known) return known;
    const line = { semaphore: createSemaphore(1), members: 0 };
    lines.set(credential, line);
    return line;
  }

  return {
    has: (credential: string): boolean => lines.has(credential),

    /** Does the work when it is the turn of the sharer. */
    async run<T>(credential: string, sharer: Sharer, work: () => Promise<T>): Promise<T> {
      const line = lineOf(credential);
      line.members += 1;
      try {
        return await line.semaphore.run(sharer, work);
      } finally {
        line.members -= 1;
        if (line.members === 0) lines.delete(credential);
      }
    },
  };
}
