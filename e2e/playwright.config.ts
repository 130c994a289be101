import { defineConfig } from '@playwright/test';
import { chromiumOptions } from '../harness/browser.ts';

// Optimizing compilers cost more than they gain on pages that live for seconds. They stay on with --full, for the
// measurements.
const engineFlags = process.env.E2E_FULL ? [] : ['--js-flags=--no-opt --no-maglev'];

/** The URLs come from run.ts, which starts the product first. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  // One more than the CPUs of a small machine: some tests spend their time waiting for a timeout.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // Long enough for a busy machine; assertions that already hold do not wait.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/playwright.json' }]],
  use: {
    baseURL: process.env.E2E_URL ?? 'http://localhost:3000',
    launchOptions: { ...chromiumOptions, args: [...(chromiumOptions.args ?? []), ...engineFlags] },
    // Software rendering of spinners and fades takes more CPU time than everything else; motion has its own tests.
    contextOptions: { reducedMotion: 'reduce' },
    // A worker would fetch the files of all screens during every test, and answer instead of a route. It has its own tests.
    serviceWorkers: 'block',
    trace: 'off',
  },
});
