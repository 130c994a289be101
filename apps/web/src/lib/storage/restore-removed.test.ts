import { describe, expect, it } from 'vitest';
import { restoreRemoved } from './restore-removed.ts';

interface Case {
  before: string;
  removed: string;
  now: string;
  newest?: 'first' | 'last';
}

const restore = ({ before, removed, now, newest = 'first' }: Case) =>
  restoreRemoved({
    before: [...before],
    now: [...now],
    isRemoved: (item) => removed.includes(item),
    idOf: (item) => item,
    newest,
  }).join('');

describe('removed items return', () => {
  it.each<[string, Case, string]>([
    ['to their place', { before: 'abcd', removed: 'b', now: 'acd' }, 'abcd'],
    ['to the start', { before: 'abc', removed: 'a', now: 'bc' }, 'abc'],
    ['to the end', { before: 'abc', removed: 'c', now: 'ab' }, 'abc'],
    ['all together', { before: 'abc', removed: 'abc', now: '' }, 'abc'],
    ['without an item that was removed later', { before: 'abc', removed: 'b', now: 'c' }, 'bc'],
    ['next to their neighbors, which have moved', { before: 'abc', removed: 'b', now: 'ca' }, 'cab'],
    ['after items that were added at the start', { before: 'abc', removed: 'abc', now: 'x' }, 'xabc'],
    [
      'before items that were added at the end',
      { before: 'abc', removed: 'abc', now: 'x', newest: 'last' },
      'abcx',
    ],
    ['once, if they were added again', { before: 'abc', removed: 'b', now: 'bac' }, 'bac'],
  ])('%s', (_, given, expected) => expect(restore(given)).toBe(expected));

  it('to an empty list of the largest size', () => {
    const before = Array.from({ length: 1000 }, (_, index) => `SMP${index}`);
    const all = { before, now: [], isRemoved: () => true, idOf: (item: string) => item };
    expect(restoreRemoved({ ...all, newest: 'last' })).toEqual(before);
  });
});
