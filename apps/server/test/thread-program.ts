import { serveTasks } from '../src/platform/threads/serve-tasks.ts';

export type TestTasks = {
  double: { input: number; output: number };
  fail: { input: string; output: null };
  hang: { input: null; output: null };
  grow: { input: null; output: null };
};

serveTasks<TestTasks>({
  double: (input) => ({ output: input * 2 }),
  fail(message) {
    throw new Error(message);
  },
  hang() {
    for (;;) Math.random();
  },
  grow() {
    const kept: number[][] = [];
    for (;;) kept.push(new Array(100_000).fill(1.5));
  },
});
