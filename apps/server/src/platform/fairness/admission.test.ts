import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOpenRequest } from '../../../test/open-request.ts';
import { type Admission, createAdmission } from './admission.ts';

const limits = { permits: 4, contendedPermits: 2, quickMs: 60_000, maxWaiting: 20 };
/** Long enough that what is inside counts as used. */
const whileMs = 5;
let admission: Admission;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  admission.stop();
  vi.useRealTimers();
});

/** A request that records its state, a moment after the previous one. */
function send(address: string, owner = address) {
  vi.advanceTimersByTime(0.01);
  const request = {
    address,
    state: 'inside' as 'inside' | 'waiting' | 'refused' | 'left',
    leave() {
      request.state = 'left';
      admission.leave(open);
    },
    disconnect() {
      request.state = 'left';
      open.end('abandoned');
    },
  };
  const open = createOpenRequest(address);
  try {
    const entering = admission.enter(open, { client: { key: address }, owner });
    if (!entering) return request;
    request.state = 'waiting';
    entering.then(
      () => {
        request.state = 'inside';
      },
      () => {
        if (request.state !== 'left') request.state = 'refused';
      },
    );
  } catch {
    request.state = 'refused';
  }
  return request;
}

describe('createAdmission', () => {
  it('admits everyone while there is room', () => {
    admission = createAdmission(limits);
    const sent = Array.from({ length: 15 }, () => send('greedy'));
    expect(sent.map(({ state }) => state)).toEqual([
      ...Array(4).fill('inside'),
      ...Array(11).fill('waiting'),
    ]);
  });

  it('admits those who have used little at once, as many again at most', async () => {
    admission = createAdmission(limits);
    for (let at = 0; at < 15; at += 1) send('greedy');
    vi.advanceTimersByTime(whileMs);
    const honest = Array.from({ length: 6 }, (_, at) => send(`honest ${at}`));
    expect(honest.map(({ state }) => state)).toEqual([
      ...Array(4).fill('inside'),
      ...Array(2).fill('waiting'),
    ]);
  });

  it('admits next who has used the least of late, and fewer while several addresses wait', async () => {
    admission = createAdmission({ ...limits, permits: 4, contendedPermits: 3 });
    const greedy = Array.from({ length: 15 }, () => send('greedy'));
    vi.advanceTimersByTime(whileMs);
    const second = Array.from({ length: 8 }, () => send('second'));
    const waiting = () =>
      [greedy, second].map((all) => all.filter(({ state }) => state === 'waiting').length);
    expect(waiting()).toEqual([11, 4]);
    // Now they have used as much.
    vi.advanceTimersByTime(20 * whileMs);
    for (const request of greedy.slice(0, 4)) request.leave();
    await nextTurn();
    expect(waiting()).toEqual([11, 4]);
    for (const request of second.slice(0, 2)) request.leave();
    await nextTurn();
    expect(waiting()).toEqual([11, 3]);
  });

  it('admits the sessions of an address by turns', async () => {
    admission = createAdmission(limits);
    const greedy = Array.from({ length: 10 }, () => send('office', 'greedy'));
    const honest = send('office', 'honest');
    greedy[0]?.leave();
    await nextTurn();
    expect(honest.state).toBe('inside');
  });

  it('makes room for a newcomer when too many wait', async () => {
    admission = createAdmission(limits);
    const greedy = Array.from({ length: 24 }, () => send('greedy'));
    expect(send('greedy').state).toBe('refused');
    vi.advanceTimersByTime(whileMs);
    // They take the places for those who have used little.
    for (let at = 0; at < 4; at += 1) send('second');
    vi.advanceTimersByTime(whileMs);
    const honest = send('second');
    await nextTurn();
    expect([honest.state, greedy.at(-1)?.state]).toEqual(['waiting', 'refused']);
  });

  it('does not count requests that take long', async () => {
    admission = createAdmission({ ...limits, quickMs: 50 });
    for (let at = 0; at < limits.permits; at += 1) send('slow');
    const next = send('slow');
    expect(next.state).toBe('waiting');
    vi.advanceTimersByTime(150);
    await nextTurn();
    expect(next.state).toBe('inside');
  });

  it('a request can leave before its reply, and more than once', async () => {
    admission = createAdmission(limits);
    const [first, ...rest] = Array.from({ length: 6 }, () => send('one'));
    first?.leave();
    first?.leave();
    await nextTurn();
    expect(rest.map(({ state }) => state)).toEqual([...Array(4).fill('inside'), 'waiting']);
  });

  it('gives the place of a request whose client disconnected to the next one', async () => {
    admission = createAdmission(limits);
    const [first, ...rest] = Array.from({ length: 5 }, () => send('one'));
    first?.disconnect();
    await nextTurn();
    expect(rest.map(({ state }) => state)).toEqual(Array(4).fill('inside'));
  });

  it('forgets a waiting request whose client disconnected', async () => {
    admission = createAdmission(limits);
    const inside = Array.from({ length: 4 }, () => send('one'));
    const [gone, next] = [send('one'), send('one')];
    gone.disconnect();
    inside[0]?.leave();
    await nextTurn();
    expect([gone.state, next.state]).toEqual(['left', 'inside']);
    for (const request of [...inside, next]) request.leave();
    // As much room as at the beginning.
    expect(Array.from({ length: 4 }, () => send('other').state)).toEqual(Array(4).fill('inside'));
  });

  it('never handles more than twice its permits, no request waits while there is room, and all are admitted', async () => {
    const steps = fc.array(
      fc.oneof(
        fc.constantFrom('1', '2', '3', '4'),
        fc.nat({ max: 30 }).map((at) => ({ leaves: at })),
        fc.nat({ max: 30 }).map((at) => ({ disconnects: at })),
      ),
      { maxLength: 100 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (made) => {
        admission = createAdmission(limits);
        const all: ReturnType<typeof send>[] = [];
        const inState = (state: string) => all.filter((request) => request.state === state);
        for (const step of made) {
          if (typeof step === 'string') all.push(send(step));
          else if ('leaves' in step) inState('inside')[step.leaves % limits.permits]?.leave();
          else [...inState('waiting'), ...inState('inside')][step.disconnects]?.disconnect();
          await nextTurn();
          expect(inState('inside').length).toBeLessThanOrEqual(2 * limits.permits);
          expect(inState('waiting').length).toBeLessThanOrEqual(limits.maxWaiting);
          const waiting = new Set(inState('waiting').map(({ address }) => address));
          const permits = waiting.size > 1 ? limits.contendedPermits : limits.permits;
          if (waiting.size > 0) expect(inState('inside').length).toBeGreaterThanOrEqual(permits);
        }
        const admitted = inState('waiting');
        for (let next = inState('inside')[0]; next; next = inState('inside')[0]) {
          next.leave();
          await nextTurn();
        }
        expect(admitted.every(({ state }) => state === 'left')).toBe(true);
        admission.stop();
      }),
      { numRuns: 100 },
    );
  });
});
