import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

const large = { startsAt: 0, calls: 10 };
const small = { startsAt: 0.5, calls: 2 };

test('a file alone takes one interval per call', () => {
  expect(simulate([{ startsAt: 100, calls: 5 }], 10, 'turns')).toEqual([expect.closeTo(100.5)]);
});

test('in turns, a small file does not wait for a large one', () => {
  const [endOfLarge, endOfSmall] = simulate([large, small], 1, 'turns');
  expect(endOfLarge).toBeCloseTo(12);
  expect(endOfSmall).toBeCloseTo(4);
});

test('by arrival, it does', () => {
  const [endOfLarge, endOfSmall] = simulate([large, small], 1, 'arrival');
  expect(endOfLarge).toBeCloseTo(10);
  expect(endOfSmall).toBeCloseTo(12);
});

test('every call is made, and none before its file arrived', () => {
  const works = Array.from({ length: 50 }, (_, at) => ({ startsAt: (at * 37) % 50, calls: 1 + (at % 7) }));
  const calls = works.reduce((sum, work) => sum + work.calls, 0);
  for (const order of ['turns', 'arrival'] as const) {
    const ends = simulate(works, 100, order);
    expect(Math.max(...ends)).toBeGreaterThanOrEqual(calls / 100);
    for (const [at, { startsAt, calls: own }] of works.entries())
      expect(ends[at]).toBeGreaterThanOrEqual(startsAt + own / 100 - 1e-9);
  }
});
