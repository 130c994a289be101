import { defineConfig } from '@playwright/test';
import { chromiumOptions } from '../harness/browser.ts';

/** The addresses come from run.ts, which starts the product first. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Long enough for a machine that is busy with other things; what is there does not wait.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/playwright.json' }]],
  use: {
    baseURL: process.env.E2E_URL ?? 'http://localhost:3000',
    launchOptions: chromiumOptions,
    // Software rendering of spinners and fades takes more CPU time than everything else; motion has its own tests.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
  },
});
