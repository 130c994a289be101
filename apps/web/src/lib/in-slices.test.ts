import { expect, it } from 'vitest';
import { inSlices } from './in-slices.ts';

function* steps(count: number, each: (step: number) => void): Generator<void, string> {
  for (let step = 0; step < count; step += 1) {
    each(step);
    yield;
  }
  return 'finished';
}

/** Blocks the CPU for this long. */
function work(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

it('runs work to completion and yields to other tasks', async () => {
  let slices = 0;
  const clock = setInterval(() => {
    slices += 1;
  });
  let done = 0;
  const result = await inSlices(
    steps(40, () => {
      work(3);
      done += 1;
    }),
    new AbortController().signal,
  );
  clearInterval(clock);
  expect([result, done]).toEqual(['finished', 40]);
  expect(slices).toBeGreaterThan(3);
});

it('stops when it is aborted', async () => {
  const broken = new AbortController();
  let done = 0;
  const result = await inSlices(
    steps(1000, (step) => {
      done += 1;
      if (step === 10) broken.abort();
    }),
    broken.signal,
  );
  expect([result, done]).toEqual([null, 11]);
});
