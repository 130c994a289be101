import { setTimeout as delay } from 'node:timers/promises';

const pause = 20;

/** Asks until the answer is neither false nor missing, and returns it; says what was awaited when time is up. */
export async function waitUntil<T>(
  what: string,
  ask: () => Promise<T | false | undefined> | T | false | undefined,
  seconds = 10,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s in vain until ${what}`);
    await delay(pause);
  }
}
