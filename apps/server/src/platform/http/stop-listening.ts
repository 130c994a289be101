import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A turn of the event loop that accepts what is waiting and does little else. */
const quickTurnMs = 0.2;
const maxWaitMs = 1000;

/**
 * Ends right after a quick turn of the event loop, or after a second. Connections wait in a queue of the kernel until the loop
 * accepts them, and those in the queue are reset when the server stops listening: after a long turn there are some.
 */
export async function waitForQuickTurn(clock = () => performance.now()): Promise<void> {
  const startedAt = clock();
  let turnBegan: number;
  do {
    turnBegan = clock();
    await nextTurn();
  } while (clock() - turnBegan > quickTurnMs && clock() - startedAt < maxWaitMs);
}

/** Lets the server stop listening when the fewest connections are lost: Fastify does so as soon as its hooks have ended. */
export function stopListeningQuietly(app: FastifyInstance): void {
  app.addHook('preClose', () => waitForQuickTurn());
}
