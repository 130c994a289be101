import { describe, expect, it } from 'vitest';
import { createRelayPlaces } from './relay-places.ts';

const here = () => new AbortController().signal;
const never = Number.POSITIVE_INFINITY;

/** Four places, and calls that take until they are answered or ended. */
function startPlaces(slowMs: number, reserved = 0) {
  const places = createRelayPlaces({ count: 4, reserved, slowMs, busyError: () => new Error('busy') });
  const begun: string[] = [];
  const answers: (() => void)[] = [];

  function call(address: string, owner = address, signal = here()): Promise<string> {
    return places.run({ client: { key: address }, owner }, signal, async (stopped) => {
      begun.push(owner);
      return new Promise<string>((resolve) => {
        answers.push(() => resolve('answered'));
        stopped.addEventListener('abort', () => resolve('ended'));
      });
    });
  }
  const begin = (count: number) => expect.poll(() => begun.length).toBe(count);
  return { call, begun, begin, answers };
}

describe('when every place is taken', () => {
  it('the oldest slow call of the address that has the most is ended for a newcomer', async () => {
    const { call, begin, begun, answers } = startPlaces(0);
    const calls = [call('a'), call('b', 'b1'), call('b', 'b2'), call('b', 'b2')];
    await begin(4);
    const newcomer = call('c');
    await begin(5);
    expect(begun.at(-1)).toBe('c');
    for (const answer of answers) answer();
    expect(await Promise.all([...calls, newcomer])).toEqual([
      'answered',
      'answered',
      'ended',
      'answered',
      'answered',
    ]);
  });

  it('none is ended for one that has as much, or a newcomer if each has one', async () => {
    const { call, begin, begun, answers } = startPlaces(0);
    const calls = ['a', 'b', 'c', 'd'].map((address) => call(address));
    await begin(4);
    const waiting = call('e');
    answers[0]?.();
    await begin(5);
    expect(begun.at(-1)).toBe('e');
    await expect(call('b')).rejects.toThrow('busy');
    for (const answer of answers) answer();
    expect(await Promise.all([...calls, waiting])).toEqual(Array(5).fill('answered'));
  });

  it('a call that is not slow goes on, and the newcomer gets the next place', async () => {
    const { call, begin, begun, answers } = startPlaces(never);
    const calls = Array.from({ length: 4 }, () => call('a'));
    await begin(4);
    const newcomer = call('b');
    answers[0]?.();
    await begin(5);
    expect(begun.at(-1)).toBe('b');
    for (const answer of answers) answer();
    expect(await Promise.all([...calls, newcomer])).toEqual(Array(5).fill('answered'));
  });

  it('a newcomer has a reserved place at once, but only one', async () => {
    const { call, begin, begun, answers } = startPlaces(never, 1);
    const calls = Array.from({ length: 4 }, () => call('a'));
    await begin(4);
    calls.push(call('b'));
    await begin(5);
    const waiting = [call('b'), call('c')];
    // A call that ends gives its place to one that waits; the reserved place is not given on.
    answers[4]?.();
    expect(await calls[4]).toBe('answered');
    expect(begun).toHaveLength(5);
    calls.push(call('d'));
    await begin(6);
    expect(begun.slice(4)).toEqual(['b', 'd']);
    answers[0]?.();
    answers[1]?.();
    await begin(8);
    for (const answer of answers) answer();
    expect(await Promise.all([...calls, ...waiting])).toEqual(Array(8).fill('answered'));
  });

  it('one place is made for each of several newcomers', async () => {
    const { call, begin, answers } = startPlaces(0);
    const calls = Array.from({ length: 4 }, () => call('a'));
    await begin(4);
    const newcomers = ['b', 'c'].map((address) => call(address));
    await begin(6);
    for (const answer of answers) answer();
    expect(await Promise.all(calls)).toEqual(['ended', 'ended', 'answered', 'answered']);
    expect(await Promise.all(newcomers)).toEqual(['answered', 'answered']);
  });

  it('a client that disconnects while it waits gives up its turn', async () => {
    const { call, begin, begun, answers } = startPlaces(never);
    const calls = Array.from({ length: 4 }, () => call('a'));
    await begin(4);
    const leaving = new AbortController();
    const left = call('b', 'b', leaving.signal);
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    for (const answer of answers) answer();
    await Promise.all(calls);
    expect(begun).toEqual(Array(4).fill('a'));
  });
});
