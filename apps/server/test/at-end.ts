import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Calls it when the test in which something was started has ended, or else all tests of the file; what was started last is
 * closed first. Not for `beforeAll`, which belongs to neither.
 */
export function atEnd(close: () => unknown): void {
  const closed = async () => void (await close());
  if (TestRunner.getCurrentTest()) onTestFinished(closed);
  else afterAll(closed);
}
