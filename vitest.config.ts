import { defineConfig } from 'vitest/config';
import { compileCache } from './harness/processes.ts';

const database = {
  globalSetup: ['apps/server/test/template-database.ts'],
  hookTimeout: 120_000,
  testTimeout: 120_000,
};

/** Measure milliseconds, so they run after the other tests instead of next to them. */
const timed = [
  'apps/server/test/invariants/largest-reads.db.test.ts',
  'apps/server/test/invariants/largest-body.rule.db.test.ts',
];

/** The owner guard is off behind a pooler. */
const unguarded = process.env.HARNESS_POOLER ? ['apps/server/test/owner-guard/**'] : [];

/** `x.test.ts` needs no setup; `x.db.test.ts` runs on PostgreSQL, in a separate clone of a template database per file. */
export default defineConfig({
  test: {
    // The default leaves one processor idle, which is half of a small machine.
    maxWorkers: '100%',
    // Files share the modules of their worker: loading them again for each of 250 files took a quarter of the total time.
    isolate: false,
    // For the threads and processes that tests start.
    env: compileCache,
    reporters: process.env.CI ? ['default', ['json', { outputFile: '.cache/vitest.json' }]] : ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          // Only stops what hangs; property tests take seconds on a busy machine.
          testTimeout: 120_000,
          include: ['{apps,packages,scripts,harness,bench,faults}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'db',
          include: ['apps/server/**/*.db.test.ts'],
          exclude: [...timed, ...unguarded, '**/node_modules/**'],
          setupFiles: ['apps/server/test/owner-guard/setup.ts'],
          ...database,
        },
      },
      {
        test: {
          name: 'timed',
          include: timed,
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          ...database,
        },
      },
    ],
  },
});
