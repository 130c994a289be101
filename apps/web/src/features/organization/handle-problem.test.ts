import { expect, it } from 'vitest';
import { handleProblem } from './handle-problem.ts';

it.each(['contoso', 'contoso-ltd', 'a1b'])('%s may be used', (handle) => {
  expect(handleProblem(handle)).toBeNull();
});

it.each([
  ['', 'Please enter a handle'],
  ['ab', 'Use 3 to 40 characters'],
  ['a'.repeat(41), 'Use 3 to 40 characters'],
  ['1contoso', 'Start with a lower-case letter'],
  ['Contoso', 'Start with a lower-case letter'],
  ['contoso-', 'End with a letter or a digit'],
  ['contoso ltd', 'Use only lower-case letters, digits and hyphens'],
])('%j: %s', (handle, problem) => {
  expect(handleProblem(handle)).toBe(problem);
});
