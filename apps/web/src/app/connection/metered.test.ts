import { expect, it } from 'vitest';
import { isMetered } from './metered.ts';

it.each([
  [{ saveData: true }, true],
  [{ type: 'cellular', effectiveType: '4g' }, true],
  [{ effectiveType: '2g' }, true],
  [{ type: 'wifi', effectiveType: '4g', saveData: false }, false],
  // Browsers that do not tell.
  [{}, false],
])('a connection with %o is metered: %s', (connection, expected) =>
  expect(isMetered(connection)).toBe(expected),
);
