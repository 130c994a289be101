import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NamedSharer, toSharer } from '../../../test/sharer.ts';
import { createSemaphore } from './semaphore.ts';

class FullError extends Error {}

interface Taker extends NamedSharer {
  state: 'waiting' | 'holding' | 'done' | 'refused' | 'left';
  release(): void;
  leave(): void;
}

/** Records what everyone who takes a permit experiences. */
function watchSemaphore(permits: number, maxLength: number) {
  const semaphore = createSemaphore(permits, { maxLength, fullError: () => new FullError() });
  const takers: Taker[] = [];
  const inState = (state: Taker['state']) => takers.filter((taker) => taker.state === state);

  function take(sharer: NamedSharer): Taker {
    const leaving = new AbortController();
    const taker: Taker = {
      ...sharer,
      state: 'waiting',
      release: () => undefined,
      leave: () => leaving.abort(new Error('left')),
    };
    takers.push(taker);
    try {
      semaphore.take(toSharer(sharer), leaving.signal).then(
        (release) => {
          taker.state = 'holding';
          taker.release = () => {
            taker.state = 'done';
            release();
          };
        },
        (error: unknown) => {
          taker.state = error instanceof FullError ? 'refused' : 'left';
        },
      );
    } catch {
      taker.state = 'refused';
    }
    return taker;
  }

  return { semaphore, takers, take, holding: () => inState('holding'), waiting: () => inState('waiting') };
}

type Watched = ReturnType<typeof watchSemaphore>;

const countOf = (takers: readonly Taker[], by: keyof NamedSharer, name: string) =>
  takers.filter((taker) => taker[by] === name).length;

const sharers = fc.record({
  owner: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
  client: fc.constantFrom('1', '2', '3', '4', '5', '6'),
});
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('take' as const), sharer: sharers }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), at: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), at: fc.nat() }) },
  ),
  { maxLength: 80 },
);
const sizes = fc.record({ permits: fc.integer({ min: 1, max: 5 }), maxLength: fc.nat({ max: 20 }) });

function expectWithinLimits(watched: Watched, permits: number, maxLength: number): void {
  const [held, waiting] = [watched.holding().length, watched.waiting().length];
  expect(held).toBeLessThanOrEqual(permits);
  expect(waiting).toBeLessThanOrEqual(maxLength);
  expect(watched.semaphore.waiting()).toBe(waiting);
  // No permit is unused while anyone waits.
  if (waiting > 0) expect(held).toBe(permits);
}

/** The rule about who may join: `before` is what everyone had when the taker arrived. */
function expectFairAdmission(taker: Taker, before: Taker[], waitingBefore: Taker[], share: number): void {
  const has = {
    owner: countOf(before, 'owner', taker.owner),
    client: countOf(before, 'client', taker.client),
  };
  const othersWait = {
    owner: waitingBefore.some(({ owner }) => owner !== taker.owner),
    client: waitingBefore.some(({ client }) => client !== taker.client),
  };
  const isOverShare = (othersWait.owner && has.owner >= share) || (othersWait.client && has.client >= share);
  if (isOverShare) expect(taker.state).toBe('refused');
  else if (taker.state === 'refused')
    for (const other of waitingBefore) {
      // The others that kept a place had hardly more than the taker.
      const total = {
        owner: countOf(before, 'owner', other.owner),
        client: countOf(before, 'client', other.client),
      };
      expect(total.client).toBeLessThanOrEqual(has.client + 1);
      if (total.client >= has.client) expect(total.owner).toBeLessThanOrEqual(has.owner + 1);
    }
}

/** The rule about who is next: no waiter holds fewer permits than the one that was served. */
function expectFairService(served: Taker, holdingBefore: Taker[], waitingBefore: Taker[]): void {
  const held = (by: keyof NamedSharer, name: string) => countOf(holdingBefore, by, name);
  for (const other of waitingBefore) {
    const [mine, theirs] = [held('client', served.client), held('client', other.client)];
    expect(mine).toBeLessThanOrEqual(theirs);
    if (served.client === other.client)
      expect(held('owner', served.owner)).toBeLessThanOrEqual(held('owner', other.owner));
  }
}

describe('createSemaphore', () => {
  it('keeps its limits and its rules, in any order of arrival and departure', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, steps, async ({ permits, maxLength }, made) => {
        const watched = watchSemaphore(permits, maxLength);
        const share = Math.max(1, Math.floor((permits + maxLength) / 4));
        for (const step of made) {
          const [holding, waiting] = [watched.holding(), watched.waiting()];
          if (step.kind === 'take') {
            const isFree = holding.length < permits;
            const taker = watched.take(step.sharer);
            await nextTurn();
            if (isFree) expect(taker.state).toBe('holding');
            else expectFairAdmission(taker, [...holding, ...waiting], waiting, share);
          } else if (step.kind === 'release' && holding.length > 0) {
            const released = holding[step.at % holding.length] as Taker;
            released.release();
            await nextTurn();
            const served = watched.holding().filter((taker) => !holding.includes(taker));
            expect(served).toHaveLength(Math.min(1, waiting.length));
            for (const each of served)
              expectFairService(
                each,
                holding.filter((taker) => taker !== released),
                waiting,
              );
          } else if (step.kind === 'leave' && waiting.length > 0) {
            const left = waiting[step.at % waiting.length] as Taker;
            left.leave();
            await nextTurn();
            expect(left.state).toBe('left');
          }
          expectWithinLimits(watched, permits, maxLength);
        }
        // Everyone who kept a place is served.
        const admitted = watched.waiting();
        for (let next = watched.holding()[0]; next; next = watched.holding()[0]) {
          next.release();
          await nextTurn();
        }
        expect(admitted.map(({ state }) => state)).toEqual(admitted.map(() => 'done'));
      }),
      { numRuns: 150 },
    );
  });

  it('lets one owner use all of it when alone', async () => {
    const { take, holding, waiting } = watchSemaphore(2, 6);
    const takers = Array.from({ length: 9 }, () => take({ owner: 'a', client: '1' }));
    await nextTurn();
    expect([holding().length, waiting().length]).toEqual([2, 6]);
    expect(takers.at(-1)?.state).toBe('refused');
  });

  it.each([
    ['a client', (at: number) => ({ owner: `a${at}`, client: '1' })],
    ['an owner', (at: number) => ({ owner: 'a', client: `${at}` })],
  ])('gives %s at most a quarter while others wait', async (_, sharerAt) => {
    const watched = watchSemaphore(2, 18);
    for (const owner of ['x', 'y', 'z']) watched.take({ owner, client: owner });
    const takers = Array.from({ length: 8 }, (_, at) => watched.take(sharerAt(at)));
    await nextTurn();
    expect(takers.filter(({ state }) => state === 'waiting')).toHaveLength(5);
    expect(takers.slice(5).map(({ state }) => state)).toEqual(['refused', 'refused', 'refused']);
  });

  it('makes room in a full queue: the newest waiter of the greediest is refused', async () => {
    const { take, takers } = watchSemaphore(1, 4);
    for (let at = 0; at < 5; at += 1) take({ owner: 'greedy', client: '1' });
    const newcomer = take({ owner: 'b', client: '2' });
    await nextTurn();
    expect(newcomer.state).toBe('waiting');
    expect(takers.slice(0, 5).map(({ state }) => state)).toEqual([
      'holding',
      'waiting',
      'waiting',
      'waiting',
      'refused',
    ]);
  });

  it('makes room even if no client has more than a quarter', async () => {
    const { take, takers, waiting } = watchSemaphore(2, 18);
    for (let at = 0; at < 20; at += 1) take({ owner: `a${at}`, client: String(at % 5) });
    const newcomer = take({ owner: 'b', client: '6' });
    await nextTurn();
    expect(newcomer.state).toBe('waiting');
    expect(waiting()).toHaveLength(18);
    expect(takers.filter(({ state }) => state === 'refused')).toHaveLength(1);
  });

  it('serves clients in turn, and the owners of a client in turn', async () => {
    const { take, holding } = watchSemaphore(1, 100);
    const names = ['a1', 'a1', 'a2', 'a1', 'b1', 'a2', 'b1', 'c1'];
    for (const owner of names) take({ owner, client: owner.charAt(0) });
    const served: string[] = [];
    await nextTurn();
    for (let next = holding()[0]; next; next = holding()[0]) {
      served.push(next.owner);
      next.release();
      await nextTurn();
    }
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b1', 'a1', 'a2', 'a1']);
  });

  it('serves someone who comes now and then before those who come back at once', async () => {
    const { take, holding } = watchSemaphore(1, 16);
    for (const client of ['1', '2', '3', '4', '5']) take({ owner: client, client });
    const honest = { owner: 'h', client: '6' };
    const waits: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      const taker = take(honest);
      await nextTurn();
      let turns = 0;
      for (; taker.state === 'waiting'; turns += 1) {
        const [{ owner, client, release }] = holding() as [Taker];
        release();
        take({ owner, client });
        await nextTurn();
      }
      waits.push(turns);
      for (let at = 0; at < 5; at += 1) {
        const [{ owner, client, release }] = holding() as [Taker];
        release();
        if (owner !== 'h') take({ owner, client });
        await nextTurn();
      }
    }
    // At first none of the others was served either.
    expect(waits).toEqual([5, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it('releases the permit when the work fails', async () => {
    const semaphore = createSemaphore(1);
    const sharer = toSharer({ owner: 'a', client: '1' });
    await expect(semaphore.run(sharer, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await semaphore.run(sharer, async () => 'next')).toBe('next');
  });
});
