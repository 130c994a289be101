import { LRUCache } from 'lru-cache';
import type { Sharer } from '../../platform/fairness/shares.ts';

/** Bounds how far a client can fall behind the others, whatever was counted before. Two hundred owners with three runs each. */
const maxTurnsAhead = 20_000;
const maxTrackedAddresses = 10_000;

/** What a client has taken. Turns that have passed are forgotten. */
interface Line {
  last: number;
  /** Turns before the last one that are not taken, in order. */
  free: number[];
  /** The last turn of an owner who had nothing queued. */
  lastFirst: number;
  /** The last turn of each owner who has something queued. */
  owners: Map<string, number>;
}

export type Turns = ReturnType<typeof createTurns>;

/**
 * Numbers what is queued, so that clients take turns: one of each client per turn, however many owners and runs it has and
 * however large they are. The owners of one client take its turns one after the other. A client that has had nothing for a
 * while goes first, and so does an owner: at the expense of a later turn of the same client. Each process counts on its own,
 * because a count shared by all of them would make every chunk wait for a lock.
 */
export function createTurns() {
  const lines = new LRUCache<string, Line>({ max: maxTrackedAddresses });
  let current = 0;
  let highest = 0;
  const earliest = () => current - 1;

  function lineOf(clientKey: string): Line {
    const known = lines.get(clientKey);
    if (known) return withoutPast(known);
    const none = Number.NEGATIVE_INFINITY;
    const line = { last: none, free: [], lastFirst: none, owners: new Map() };
    lines.set(clientKey, line);
    return line;
  }

  function withoutPast(line: Line): Line {
    for (const [owner, turn] of line.owners) if (turn < current) line.owners.delete(owner);
    line.free = line.free.filter((turn) => turn >= earliest());
    return line;
  }

  /** The first turn of the client from this one on that is not taken. */
  function takeFree(line: Line, from: number): number {
    const at = line.free.findIndex((turn) => turn >= from);
    if (at >= 0) return line.free.splice(at, 1)[0] as number;
    const next = Math.max(line.last + 1, earliest());
    line.last = Math.max(next, from);
    for (let turn = next; turn < line.last; turn += 1) line.free.push(turn);
    return line.last;
  }

  function takeFirst(line: Line): number {
    line.lastFirst = Math.min(takeFree(line, earliest()), Math.max(line.lastFirst + 1, earliest()));
    return line.lastFirst;
  }

  function take({ client, owner }: Sharer): number {
    const line = lineOf(client.key);
    const previous = line.owners.get(owner);
    const wanted = previous === undefined ? takeFirst(line) : takeFree(line, previous + line.owners.size);
    const turn = Math.min(wanted, current + maxTurnsAhead);
    line.owners.set(owner, turn);
    highest = Math.max(highest, turn);
    return turn;
  }

  return {
    /** Returns the next turn of the owner at this client. */
    take,
    /** Notes whose turn it is now. Null if nothing is queued: then every turn has passed. */
    moveTo(turn: number | null): void {
      current = turn ?? highest + 1;
    },
  };
}
