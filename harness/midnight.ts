import { setTimeout as delay } from 'node:timers/promises';

const dayMilliseconds = 86_400_000;

/** Waits for midnight UTC if it is near, so that a test of a limit per day begins and ends on the same day. */
export async function avoidMidnight(seconds: number): Promise<void> {
  const untilMidnight = dayMilliseconds - (Date.now() % dayMilliseconds);
  if (untilMidnight < seconds * 1000) await delay(untilMidnight);
}
