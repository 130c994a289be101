import { expect, it } from 'vitest';
import { cameraFailure } from './camera-failure.ts';

it.each([
  ['NotAllowedError', 'Camera access was denied'],
  ['SecurityError', 'Camera access was denied'],
  ['NotFoundError', 'No camera found'],
  ['OverconstrainedError', 'No camera found'],
  ['NotReadableError', 'The camera could not be started'],
  ['AbortError', 'The camera could not be started'],
])('explains %s', (name, title) => {
  expect(cameraFailure(new DOMException('', name)).title).toBe(title);
});

it('falls back to a general message for a value that is not an error', () => {
  expect(cameraFailure('?').title).toBe('The camera could not be started');
});
