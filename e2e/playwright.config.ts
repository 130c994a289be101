import { defineConfig } from '@playwright/test';
import { chromiumOptions } from '../harness/browser.ts';

// Optimizing compilers cost more than they gain on pages that live for seconds; what is measured with --full has them.
const engineFlags = process.env.E2E_FULL ? [] : ['--js-flags=--no-opt --no-maglev'];

/** The addresses come from run.ts, which starts the product first. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  // One more than the processors of a small machine: some journeys wait for a time limit.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // Long enough for a machine that is busy with other things; what is there does not wait.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/playwright.json' }]],
  use: {
    baseURL: process.env.E2E_URL ?? 'http://localhost:3000',
    launchOptions: { ...chromiumOptions, args: [...(chromiumOptions.args ?? []), ...engineFlags] },
    // Software rendering of spinners and fades takes more CPU time than everything else; motion has its own tests.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
  },
});
