import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const firstInstalled = (...paths: string[]): string => paths.find((path) => existsSync(path)) ?? 'chromium';

const fullChromium = firstInstalled('/usr/bin/chromium', '/usr/bin/google-chrome');

/** Mostly to stop Chromium from contacting its vendor on every start. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Uses the headless shell if installed: the same engine without the browser UI, at half the CPU time. */
export const chromiumOptions: LaunchOptions = {
  executablePath: firstInstalled('/usr/bin/chromium-headless-shell', fullChromium),
  args,
};

/** Uses full Chromium, because the headless shell has no cameras, not even simulated ones. */
export const chromiumWithCamera = (cameraArgs: string[]): LaunchOptions => ({
  executablePath: fullChromium,
  args: [...args, ...cameraArgs],
});
