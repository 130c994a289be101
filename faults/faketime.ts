import { existsSync } from 'node:fs';

const library = ['x86_64-linux-gnu', 'aarch64-linux-gnu']
  .map((platform) => `/usr/lib/${platform}/faketime/libfaketime.so.1`)
  .find((path) => existsSync(path));

/** Why clocks cannot be changed here; undefined if they can. */
export const faketimeUnavailableReason = library ? undefined : 'faketime is not installed';

/** Environment of a process whose clock is wrong by `offset`. Its timers are right, as on a machine with a wrong time. */
export const withClock = (offset: string): Record<string, string> => ({
  LD_PRELOAD: library ?? '',
  FAKETIME: offset,
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});
