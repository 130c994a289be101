import { expect, it } from 'vitest';
import { formatTime } from './format-time.ts';

const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute);

it('shows the time for today, and adds the day for another date', () => {
  const now = at(15, 15, 0);
  expect(formatTime(at(15, 15, 42).toISOString(), now)).toBe('15:42');
  expect(formatTime(at(16, 0, 5).toISOString(), now)).toBe('00:05 on 16 Nov');
});
