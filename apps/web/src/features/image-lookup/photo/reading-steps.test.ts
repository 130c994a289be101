import { expect, it } from 'vitest';
import { sendingStep, steps } from './reading-steps.ts';

it.each([
  [0, 70],
  [500, 80],
  [999, 89],
  [1000, 90],
])('with %i of 1000 bytes sent, progress is %i percent', (sent, percent) => {
  expect(sendingStep(sent, 1000).percent).toBe(percent);
});

it('moves to the reading step when everything is sent', () => {
  expect(sendingStep(1000, 1000)).toBe(steps.reading);
});
