import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

interface Chunk {
  owner: string;
  turn: number;
}

/** The queue of chunks and a worker that looks them up one by one. */
function startQueue() {
  const turns = createTurns();
  const queue: Chunk[] = [];
  return {
    enqueue(owner: string, count = 1): void {
      for (let at = 0; at < count; at += 1) queue.push({ owner, turn: turns.take(owner) });
    },
    /** Takes the chunk with the lowest turn, the oldest of them first. */
    lookUp(): string {
      const first = queue.reduce((next, chunk) => (chunk.turn < next.turn ? chunk : next));
      queue.splice(queue.indexOf(first), 1);
      turns.moveTo(first.turn);
      return first.owner;
    },
    waiting: () => queue.length,
  };
}

const lanes = 32;

describe('the turns of owners', () => {
  it('give every owner with chunks left the same, whatever the number of their runs', () => {
    const runs = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(runs, (runsOf) => {
        const { enqueue, lookUp } = startQueue();
        for (const [owner, count] of runsOf.entries()) enqueue(String(owner), count * lanes);
        const counts = runsOf.map(() => 0);
        for (let chunk = 0; chunk < 100 * runsOf.length; chunk += 1) {
          const owner = lookUp();
          counts[Number(owner)] = (counts[Number(owner)] ?? 0) + 1;
          enqueue(owner);
        }
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('look up a newcomer’s first chunk next, and its others in turn', () => {
    const { enqueue, lookUp, waiting } = startQueue();
    const owners = Array.from({ length: 200 }, (_, index) => String(index));
    for (const owner of owners) enqueue(owner, 3 * lanes);
    for (let chunk = 0; chunk < 5000; chunk += 1) enqueue(lookUp());
    expect(waiting()).toBe(200 * 3 * lanes);
    enqueue('newcomer', 3);
    const order: number[] = [];
    for (let chunk = 1; order.length < 3; chunk += 1) {
      const owner = lookUp();
      if (owner === 'newcomer') order.push(chunk);
      else enqueue(owner);
    }
    expect(order[0]).toBe(1);
    expect(order[2]).toBeLessThanOrEqual(2 * owners.length + 1);
  });

  it('do not let owners who begin again and again stop a long run', () => {
    const { enqueue, lookUp } = startQueue();
    enqueue('long', lanes);
    let done = 0;
    for (let chunk = 0; chunk < 20; chunk += 1) enqueue(`restarts ${chunk}`);
    for (let chunk = 0; chunk < 2000; chunk += 1) {
      const owner = lookUp();
      if (owner === 'long') done += 1;
      // An owner whose run is done begins a new one at once.
      enqueue(owner);
    }
    expect(done).toBeGreaterThan(2000 / 21 / 2);
  });

  it('do not punish an owner for what it had when it was alone', () => {
    const { enqueue, lookUp } = startQueue();
    enqueue('alone', lanes);
    for (let chunk = 0; chunk < 10_000; chunk += 1) enqueue(lookUp());
    enqueue('other', lanes);
    const counts = { alone: 0, other: 0 };
    for (let chunk = 0; chunk < 100; chunk += 1) {
      const owner = lookUp() as keyof typeof counts;
      counts[owner] += 1;
      enqueue(owner);
    }
    expect(Math.abs(counts.alone - counts.other)).toBeLessThanOrEqual(2);
  });
});
