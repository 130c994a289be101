import { serveTasks } from '../src/platform/threads/serve-tasks.ts';
import type { Handlers } from '../src/platform/threads/tasks.ts';

export type TestTasks = {
  double: { input: number; output: number };
  fail: { input: string; output: null };
  hang: { input: null; output: null };
  grow: { input: null; output: null };
  /** Allocates this many megabytes and releases them. */
  hold: { input: number; output: null };
  count: { input: null; output: number };
  /** Uses this many milliseconds of CPU time, in slices. */
  spin: { input: number; output: null };
  /** Keeps this many megabytes until it is closed. */
  keep: { input: number; output: null };
  /** How many were closed. */
  closed: { input: null; output: number };
};

/** Simulates a program that takes this long to load. */
const loadMs = Number(new URL(import.meta.url).searchParams.get('loadMs'));
if (loadMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, loadMs);

let counted = 0;
let closed = 0;

const handlers: Handlers<TestTasks, object> = {
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
  async spin(milliseconds, work) {
    let before = process.threadCpuUsage();
    for (let used = 0; used < milliseconds * 1000; ) {
      if (!work.isSliceOver()) continue;
      const { user, system } = process.threadCpuUsage(before);
      used += user + system;
      await work.nextSlice();
      before = process.threadCpuUsage();
    }
    return { output: null };
  },
  keep(megabytes, work) {
    work.state = {};
    work.holdBytes(megabytes * 1024 * 1024);
    return { output: null };
  },
  closed: () => ({ output: closed }),
};

serveTasks(handlers, () => {
  closed += 1;
});
