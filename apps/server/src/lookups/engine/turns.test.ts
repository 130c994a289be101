import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NamedSharer, toSharer } from '../../../test/sharer.ts';
import { createTurns } from './turns.ts';

interface Chunk extends NamedSharer {
  turn: number;
}

/** The queue of chunks and a worker that looks them up one by one. */
function startQueue() {
  const turns = createTurns();
  const queue: Chunk[] = [];
  return {
    turns,
    enqueue(sharer: NamedSharer, count = 1): void {
      for (let at = 0; at < count; at += 1) queue.push({ ...sharer, turn: turns.take(toSharer(sharer)) });
    },
    /** Takes the chunk with the lowest turn, the oldest of them first. */
    lookUp(): Chunk {
      const first = queue.reduce((next, chunk) => (chunk.turn < next.turn ? chunk : next));
      queue.splice(queue.indexOf(first), 1);
      turns.moveTo(first.turn);
      return first;
    },
    waiting: () => queue.length,
  };
}

const lanes = 32;
const alone = (name: string): NamedSharer => ({ owner: `owner of ${name}`, client: name });
const at = (client: string, owner: string | number): NamedSharer => ({ client, owner: `${client}/${owner}` });

/** Looks up chunks, each of which is followed by another one of its run, and counts them by the given name. */
function countBy(
  name: keyof NamedSharer,
  { enqueue, lookUp }: Pick<ReturnType<typeof startQueue>, 'enqueue' | 'lookUp'>,
  chunks: number,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    const { owner, client } = lookUp();
    const counted = name === 'owner' ? owner : client;
    counts[counted] = (counts[counted] ?? 0) + 1;
    enqueue({ owner, client });
  }
  return counts;
}

const spread = (counts: Record<string, number>) =>
  Math.max(...Object.values(counts)) - Math.min(...Object.values(counts));

describe('the turns of clients', () => {
  it('give every client with chunks left the same, whatever the number of its owners and their runs', () => {
    const runsByOwner = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 10 });
    const clients = fc.array(runsByOwner, { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(clients, (owned) => {
        const queue = startQueue();
        for (const [client, runs] of owned.entries())
          for (const [owner, count] of runs.entries())
            queue.enqueue(at(String(client), owner), count * lanes);
        const counts = countBy('client', queue, 300 * owned.length);
        // The first chunk of each owner may come early.
        expect(spread(counts)).toBeLessThanOrEqual(2 + Math.max(...owned.map(({ length }) => length)));
      }),
      { numRuns: 30 },
    );
  });

  it('look up the first chunk of another client next, and its others in turn', () => {
    const { enqueue, lookUp, waiting } = startQueue();
    for (let owner = 0; owner < 100; owner += 1) enqueue(at('crowded', owner), 2 * lanes);
    for (let chunk = 0; chunk < 1000; chunk += 1) enqueue(lookUp());
    expect(waiting()).toBe(100 * 2 * lanes);
    enqueue(alone('newcomer'), 5);
    const order: number[] = [];
    for (let chunk = 1; order.length < 5; chunk += 1) {
      const next = lookUp();
      if (next.client === 'newcomer') order.push(chunk);
      else enqueue(next);
    }
    expect(order[0]).toBe(1);
    // One of each client per turn, and what has moved forward in the meantime.
    expect(order[4]).toBeLessThanOrEqual(15);
  });

  it('do not let owners of one client who begin again and again stop a long run', () => {
    const { enqueue, lookUp } = startQueue();
    enqueue(alone('long'), lanes);
    let done = 0;
    for (let owner = 0; owner < 20; owner += 1) enqueue(at('restarts', owner));
    for (let chunk = 0; chunk < 2000; chunk += 1) {
      const { client, owner } = lookUp();
      if (client === 'long') done += 1;
      // An owner whose run is done begins a new one at once.
      enqueue(client === 'long' ? { client, owner } : at('restarts', 20 + chunk));
    }
    expect(done).toBeGreaterThan(2000 / 3);
  });

  it('do not punish a client for what it had when it was alone', () => {
    const queue = startQueue();
    queue.enqueue(alone('alone'), lanes);
    for (let chunk = 0; chunk < 10_000; chunk += 1) queue.enqueue(queue.lookUp());
    queue.enqueue(alone('other'), lanes);
    expect(spread(countBy('client', queue, 100))).toBeLessThanOrEqual(2);
  });

  it('forget what was taken and never queued once nothing is queued', () => {
    const queue = startQueue();
    for (let chunk = 0; chunk < 5000; chunk += 1) queue.turns.take(toSharer(alone('rolled back')));
    queue.turns.moveTo(null);
    queue.enqueue(alone('rolled back'), lanes);
    queue.enqueue(alone('other'), lanes);
    expect(spread(countBy('client', queue, 40))).toBeLessThanOrEqual(2);
  });
});

describe('the owners of a client', () => {
  it('have the same of its turns, whatever the number of their runs', () => {
    const runs = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(runs, (runsOf) => {
        const queue = startQueue();
        for (const [owner, count] of runsOf.entries()) queue.enqueue(at('office', owner), count * lanes);
        // What the first owners had queued before the others came.
        countBy('owner', queue, 100 * runsOf.length);
        expect(spread(countBy('owner', queue, 100 * runsOf.length))).toBeLessThanOrEqual(10);
      }),
    );
  });

  it('do not wait with their first chunk for what another owner has queued', () => {
    const { enqueue, lookUp } = startQueue();
    enqueue(at('office', 'large'), 3 * lanes);
    for (let chunk = 0; chunk < 500; chunk += 1) enqueue(lookUp());
    enqueue(at('office', 'small'));
    expect(lookUp().owner).toBe('office/small');
  });
});
