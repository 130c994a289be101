import { LRUCache } from 'lru-cache';

/** Bounds how far an owner can fall behind the others, whatever was counted before. More than three runs of 32 lanes. */
const maxTurnsAhead = 128;
const maxTrackedOwners = 10_000;

export type Turns = ReturnType<typeof createTurns>;

/**
 * Numbers the chunks that are queued, so that owners take turns: one chunk of each owner per turn, however many runs an owner
 * has and however large they are. An owner who has had nothing looked up for a while goes first. Each process counts on its
 * own, because a count shared by all of them would make every chunk wait for a lock.
 */
export function createTurns() {
  const lastTurns = new LRUCache<string, number>({ max: maxTrackedOwners });
  let current = 0;

  function take(owner: string): number {
    const afterOwn = (lastTurns.get(owner) ?? Number.NEGATIVE_INFINITY) + 1;
    const turn = Math.min(Math.max(current - 1, afterOwn), current + maxTurnsAhead);
    lastTurns.set(owner, turn);
    return turn;
  }

  return {
    /** Returns the turn of the next chunk that the owner queues. */
    take,
    /** Notes the turn of the chunk that is looked up now. */
    moveTo(turn: number): void {
      current = turn;
    },
  };
}
