import type { Sharer } from '../fairness/shares.ts';
import { findDisplaced, type MemoryLimit } from './held-memory.ts';
import { createSlices } from './slices.ts';
import { type StopReason, TaskStoppedError, type Work } from './tasks.ts';

export interface WorkLimits extends MemoryLimit {
  /** Of all tasks of a slot, checked between slices. */
  maxCpuSeconds: number;
}

/** The running task, and the number of slices so far. If neither changes for a long time, the thread hangs. */
export type ThreadStatus = Int32Array;

export interface SlotWork<S> extends Work<S> {
  readonly sharer: Sharer;
  /** The running task. */
  task: number;
  /** Ends when all tasks so far have ended. */
  tasks: Promise<unknown>;
  cpuMs: number;
  maxCpuMs: number;
  heldBytes: number;
  /** Of tasks that wait. */
  incomingBytes: number;
  stopped: TaskStoppedError | null;
  bytes(): number;
}

const throwIfStopped = ({ stopped }: { stopped: TaskStoppedError | null }) => {
  if (stopped) throw stopped;
};

/** The work of all slots of a thread: whose slice is next, and what has to stop. */
export function createSlotWorks<S>(limits: WorkLimits, status: ThreadStatus, close: (state: S) => unknown) {
  /** In order of arrival. */
  const works = new Map<number, SlotWork<S>>();
  const slices = createSlices<SlotWork<S>>({
    started({ task }) {
      Atomics.store(status, 0, task);
      Atomics.add(status, 1, 1);
    },
    ended(work, cpuMs) {
      work.cpuMs += cpuMs;
      Atomics.store(status, 0, 0);
    },
  });

  function createWork(sharer: Sharer): SlotWork<S> {
    const work: SlotWork<S> = {
      ...{ sharer, state: null, task: 0, tasks: Promise.resolve(), stopped: null },
      ...{ cpuMs: 0, maxCpuMs: limits.maxCpuSeconds * 1000, heldBytes: 0, incomingBytes: 0 },
      bytes: () => (work.stopped ? 0 : work.heldBytes + work.incomingBytes),
      isSliceOver: slices.isOver,
      async nextSlice() {
        slices.end(work);
        if (work.cpuMs > work.maxCpuMs) stop(work, 'time');
        await begin(work);
      },
      holdBytes(bytes) {
        work.heldBytes = bytes;
        releaseExcess();
        throwIfStopped(work);
      },
      addCpuSeconds(seconds) {
        work.maxCpuMs += seconds * 1000;
      },
    };
    return work;
  }

  /** Waits for a slice. */
  async function begin(work: SlotWork<S>): Promise<void> {
    throwIfStopped(work);
    await slices.take(work);
  }

  function stop(work: SlotWork<S>, reason: StopReason): void {
    if (work.stopped) return;
    work.stopped = new TaskStoppedError(reason);
    slices.drop(work, work.stopped);
    // What a task left behind when it was stopped does not matter any more, nor does a failure to close it.
    work.tasks = work.tasks.then(() => closeState(work)).catch(() => undefined);
  }

  async function closeState(work: SlotWork<S>): Promise<void> {
    const { state } = work;
    work.state = null;
    if (state !== null) await close(state);
  }

  function releaseExcess(): void {
    for (;;) {
      const displaced = findDisplaced([...works.values()], limits);
      if (!displaced) return;
      stop(displaced, 'displaced');
    }
  }

  return {
    begin,
    end: slices.end,
    /** The work of a slot that has got another task. */
    add(slot: number, sharer: Sharer, bytes: number): SlotWork<S> {
      const work = works.get(slot) ?? createWork(sharer);
      works.set(slot, work);
      work.incomingBytes += bytes;
      releaseExcess();
      return work;
    },
    /** Resolves when its last task has ended and its state is closed. */
    async stop(slot: number, reason: StopReason, isLast: boolean): Promise<void> {
      const work = works.get(slot);
      if (!work) return;
      stop(work, reason);
      if (isLast) works.delete(slot);
      releaseExcess();
      await work.tasks;
    },
  };
}
