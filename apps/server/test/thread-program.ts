import { serveTasks } from '../src/platform/threads/serve-tasks.ts';

export type TestTasks = {
  double: { input: number; output: number };
  fail: { input: string; output: null };
  hang: { input: null; output: null };
  grow: { input: null; output: null };
  /** Allocates this many megabytes and releases them. */
  hold: { input: number; output: null };
  count: { input: null; output: number };
};

/** Simulates a program that takes this long to load. */
const loadMs = Number(new URL(import.meta.url).searchParams.get('loadMs'));
if (loadMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, loadMs);

let counted = 0;

serveTasks<TestTasks>({
  double: (input) => ({ output: input * 2 }),
  fail(message) {
    throw new Error(message);
  },
  hang() {
    for (;;) Math.random();
  },
  hold(megabytes) {
    const held = Array.from({ length: megabytes }, () => new Array(131_072).fill(1.5));
    return { output: held.length > 0 ? null : null };
  },
  count() {
    counted += 1;
    return { output: counted };
  },
  grow() {
    const kept: number[][] = [];
    for (;;) kept.push(new Array(100_000).fill(1.5));
  },
});
