import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/** The system's Chromium, quiet: without these it calls out to its maker at every start. */
export const chromiumOptions: LaunchOptions = {
  executablePath:
    ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path)) ?? 'chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
