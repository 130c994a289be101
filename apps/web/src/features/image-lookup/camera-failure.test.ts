import { expect, it } from 'vitest';
import { cameraFailure } from './camera-failure.ts';

it.each([
  ['NotAllowedError', 'The camera was not allowed'],
  ['SecurityError', 'The camera was not allowed'],
  ['NotFoundError', 'No camera was found'],
  ['OverconstrainedError', 'No camera was found'],
  ['NotReadableError', 'The camera could not be started'],
  ['AbortError', 'The camera could not be started'],
])('tells what %s means', (name, title) => {
  expect(cameraFailure(new DOMException('', name)).title).toBe(title);
});

it('has words for what is no error at all', () => {
  expect(cameraFailure('?').title).toBe('The camera could not be started');
});
