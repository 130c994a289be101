import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const firstInstalled = (...paths: string[]): string => paths.find((path) => existsSync(path)) ?? 'chromium';

const fullChromium = firstInstalled('/usr/bin/chromium', '/usr/bin/google-chrome');

/** Without these, Chromium calls out to its vendor at every start. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The headless shell where it is installed: the same engine without the browser around it, at half the CPU time. */
export const chromiumOptions: LaunchOptions = {
  executablePath: firstInstalled('/usr/bin/chromium-headless-shell', fullChromium),
  args,
};

/** The headless shell has no cameras, not even simulated ones. */
export const chromiumWithCamera = (cameraArgs: string[]): LaunchOptions => ({
  executablePath: fullChromium,
  args: [...args, ...cameraArgs],
});
