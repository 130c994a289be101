import { expect, it } from 'vitest';
import { sendingStep, steps } from './reading-steps.ts';

it.each([
  [0, 70],
  [500, 80],
  [999, 89],
  [1000, 90],
])('has the bar at %i of 1000 bytes sent at %i', (sent, percent) => {
  expect(sendingStep(sent, 1000).percent).toBe(percent);
});

it('says that the label is read once everything is sent', () => {
  expect(sendingStep(1000, 1000)).toBe(steps.reading);
});
