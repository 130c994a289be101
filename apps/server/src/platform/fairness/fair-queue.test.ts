import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSharer } from '../../../test/sharer.ts';
import { createFairQueue } from './fair-queue.ts';
import { createShares, type Sharer } from './shares.ts';

/** A queue that serves what it returns. */
function createServedQueue() {
  const shares = createShares();
  const queue = createFairQueue<string>(shares);
  return {
    ...queue,
    next(): string | undefined {
      const next = queue.shift();
      if (next) shares.serve(next.sharer);
      return next?.item;
    },
  };
}

const of = (client: string, owner = client): Sharer => toSharer({ owner, client });

describe('createFairQueue', () => {
  it('lets addresses take turns, and the owners of an address', () => {
    const queue = createServedQueue();
    for (const item of ['a1', 'a2', 'a3']) queue.push(of('a', 'first'), item);
    queue.push(of('a', 'second'), 'a4');
    queue.push(of('b'), 'b1');
    expect(Array.from({ length: 6 }, queue.next)).toEqual(['a1', 'b1', 'a4', 'a2', 'a3', undefined]);
  });

  it('returns nothing while the next item may not go', () => {
    const queue = createServedQueue();
    queue.push(of('a'), 'a1');
    expect(queue.shift(({ client }) => client.key !== 'a')).toBeUndefined();
    expect(queue.size()).toBe(1);
  });

  it('removes the newest item of the address that has the most', () => {
    const queue = createServedQueue();
    for (const item of ['a1', 'a2', 'a3']) queue.push(of('a'), item);
    for (const item of ['b1', 'b2']) queue.push(of('b'), item);
    expect([queue.removeFromLongest(2), queue.removeFromLongest(2)]).toEqual(['a3', undefined]);
    expect([queue.size(), queue.countOf('a'), queue.countOf('b'), queue.countOf('c')]).toEqual([4, 2, 2, 0]);
  });

  it('returns every item once, those of an owner in order of arrival, and none that was removed', () => {
    const items = fc.array(fc.record({ address: fc.nat(3), owner: fc.nat(3), isRemoved: fc.boolean() }));
    fc.assert(
      fc.property(items, (pushed) => {
        const queue = createServedQueue();
        pushed.forEach(({ address, owner }, at) => {
          queue.push(of(String(address), `${address}.${owner}`), String(at));
        });
        const removed = pushed.flatMap(({ isRemoved }, at) => (isRemoved ? [String(at)] : []));
        for (const item of removed) expect(queue.removeWhere((each) => each === item)).toBe(item);
        const taken = Array.from({ length: queue.size() }, () => queue.next() as string);
        expect(queue.size()).toBe(0);
        expect([...taken, ...removed].toSorted()).toEqual(pushed.map((_, at) => String(at)).toSorted());
        for (const owner of new Set(pushed.map((each) => `${each.address}.${each.owner}`))) {
          const own = taken.filter((item) => {
            const each = pushed[Number(item)];
            return each && `${each.address}.${each.owner}` === owner;
          });
          expect(own).toEqual(own.toSorted((a, b) => Number(a) - Number(b)));
        }
      }),
    );
  });
});
