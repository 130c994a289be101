import { expect, it } from 'vitest';
import { createSeenDevices } from './seen-devices.ts';

it('returns the row in which a device was seen first', () => {
  const seen = createSeenDevices();
  expect(seen.add('Dell', '7XK2P93', 1)).toBe(0);
  expect(seen.add('Dell', '7XK2P94', 2)).toBe(0);
  expect(seen.add('Dell', '7XK2P93', 3)).toBe(1);
  expect(seen.add('Dell', '7XK2P93', 4)).toBe(1);
});

it('distinguishes the same serial number of two vendors', () => {
  const seen = createSeenDevices();
  seen.add('Dell', '7XK2P93', 1);
  expect(seen.add('Lenovo', '7XK2P93', 2)).toBe(0);
});

it('finds every repeated device of a long list, and no other', () => {
  const seen = createSeenDevices();
  const devices = 50_000;
  const serialOf = (at: number) => at.toString(36).toUpperCase().padStart(7, '0');
  let found = 0;
  for (let at = 0; at < devices; at += 1) found += seen.add('Dell', serialOf(at), at + 1);
  expect(found).toBe(0);
  for (let at = 0; at < devices; at += 997) expect(seen.add('Dell', serialOf(at), devices + 1)).toBe(at + 1);
});
