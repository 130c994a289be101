import { setTimeout as delay } from 'node:timers/promises';

const pause = 20;

/** Polls until the result is neither false nor undefined, and returns it. On timeout, the error names what was awaited. */
export async function waitUntil<T>(
  what: string,
  ask: () => Promise<T | false | undefined> | T | false | undefined,
  seconds = 60,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s in vain until ${what}`);
    await delay(pause);
  }
}
