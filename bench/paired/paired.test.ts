import { expect, it } from 'vitest';
import { takeTurns } from './paired.ts';
import { figureOf } from './ratios.ts';

const never = new Promise<never>(() => undefined);

/** Subjects whose figures get worse with every measurement, as on a machine that slows down. */
function subjects(log: string[]) {
  let speed = 1000;
  const side = (name: string, factor: number) => ({
    start: async () => ({
      measure: async () => {
        log.push(name);
        speed -= 10;
        return { wall: speed * factor };
      },
      stop: async () => void log.push(`${name} stopped`),
    }),
  });
  return { here: side('here', 0.85), there: side('there', 1) };
}

it('alternates which side goes first with every slice and pair, and restarts for every pair', async () => {
  const log: string[] = [];
  await takeTurns(subjects(log), { pairs: 2, slices: 2 }, never);
  expect(log).toEqual([
    ...['here', 'there', 'there', 'here', 'here stopped', 'there stopped'],
    ...['there', 'here', 'here', 'there', 'there stopped', 'here stopped'],
  ]);
});

it('cancels out a drift of the machine', async () => {
  const pairs = await takeTurns(subjects([]), { pairs: 4, slices: 2 }, never);
  for (const { here, there } of pairs)
    expect(figureOf(here, 'cpu') / figureOf(there, 'cpu')).toBeCloseTo(0.85, 5);
});

it('stops the trials it started when it is interrupted', async () => {
  const log: string[] = [];
  const hanging = {
    start: async () => ({ measure: () => never, stop: async () => void log.push('stopped') }),
  };
  const interrupted = new Promise<never>((_, reject) => setImmediate(() => reject(new Error('interrupted'))));
  const running = takeTurns({ here: hanging, there: hanging }, { pairs: 1, slices: 1 }, interrupted);
  await expect(running).rejects.toThrow('interrupted');
  expect(log).toEqual(['stopped', 'stopped']);
});
