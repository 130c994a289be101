import { expect, it } from 'vitest';
import { addList, isRecentList, type RecentList } from './recent-list.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 17, 12, minute));
const devices = (name: string, count = 1) =>
  Array.from({ length: count }, (_, index) => ({ serialNumber: `${name}${index}` }));
const names = (lists: readonly RecentList[]) => lists.map((list) => list.devices[0]?.serialNumber);

it('the newest list is first, and a repeated one moves there', () => {
  let lists = addList([], devices('A'), at(1));
  lists = addList(lists, devices('B'), at(2));
  lists = addList(lists, devices('A'), at(3));
  expect(names(lists)).toEqual(['A0', 'B0']);
  expect(lists[0]?.lookedUpAt).toBe('2026-11-17T12:03:00.000Z');
});

it('the oldest lists are dropped if all together have too many devices', () => {
  let lists: RecentList[] = [];
  for (const name of 'ABCDEF') lists = addList(lists, devices(name, 1000), at(1));
  expect(names(lists)).toEqual(['F0', 'E0', 'D0', 'C0']);
});

it('what is stored is checked before it is shown', () => {
  const list = { lookedUpAt: at(1).toISOString(), devices: devices('A', 1000) };
  expect(isRecentList(list)).toBe(true);
  for (const broken of [
    null,
    {},
    { ...list, lookedUpAt: 7 },
    { ...list, devices: [] },
    { ...list, devices: ['A'] },
    { ...list, devices: devices('A', 1001) },
    { ...list, devices: [{ serialNumber: 'A', manufacturer: 1 }] },
  ])
    expect(isRecentList(broken)).toBe(false);
});
