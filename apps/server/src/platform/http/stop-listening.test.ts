import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { stopListeningQuietly, waitForQuickTurn } from './stop-listening.ts';

describe('waiting for a quick turn of the event loop', () => {
  /** A clock on which each turn takes this long; two readings per turn. */
  const clockOf = (turns: number[]) => {
    let now = 0;
    let reads = 0;
    return () => {
      reads += 1;
      // The first reading begins the wait; then each turn begins with one and ends with two more.
      if (reads % 3 === 0) now += turns[reads / 3 - 1] ?? 0;
      return now;
    };
  };

  it('ends with the first one', async () => {
    const turns = [5, 3, 0.1, 7];
    const clock = clockOf(turns);
    await waitForQuickTurn(clock);
    expect(clock()).toBeCloseTo(8.1);
  });

  it('ends after a second if there is none', async () => {
    const clock = clockOf(new Array(1000).fill(300));
    await waitForQuickTurn(clock);
    expect(clock()).toBeLessThanOrEqual(1500);
  });
});

it('a server stops listening in the turn after a quick one', async () => {
  const app = Fastify();
  stopListeningQuietly(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const closed = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  await closed;
});
