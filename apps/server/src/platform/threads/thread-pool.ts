import type { Sharer } from '../fairness/shares.ts';
import type { StopReason, Tasks } from './tasks.ts';
import { startThread, type Thread, type ThreadOptions } from './thread.ts';

/** A thread with a larger heap is ended as soon as it is free, because it would not release most of the memory. */
const largeHeap = 64 * 1024 * 1024;

export interface ThreadPoolOptions extends ThreadOptions {
  /** Maximum number of threads; each is started on demand. */
  count: number;
  /** A thread that is idle for this long is ended to release its memory. */
  idleSeconds: number;
  /** Of all tasks of a slot that are cut into slices. Its work is stopped alone. */
  maxCpuSeconds?: number;
  /** What the work in all threads may hold together (`Work.holdBytes`). */
  maxHeldMb?: number;
}

export type RunTask<T extends Tasks> = <K extends keyof T & string>(
  task: K,
  input: T[K]['input'],
  transfer?: ArrayBuffer[],
) => Promise<T[K]['output']>;

/** Pins tasks that build on each other to one thread. */
export interface Slot<T extends Tasks> {
  run: RunTask<T>;
  /** Stops its work after the current slice. */
  stop(reason: StopReason): void;
  /** Ends the thread and with it the running task. */
  end(reason: StopReason): void;
  /** Resolves when the thread has closed what the tasks left open. */
  leave(): Promise<void>;
}

export type ThreadPool<T extends Tasks> = ReturnType<typeof createThreadPool<T>>;

interface Member {
  thread: Thread;
  index: number;
  slots: number;
  idle: NodeJS.Timeout | undefined;
}

const anyone: Sharer = { owner: '', client: { key: '' } };

/** Threads for work that would block the event loop or may not terminate. Rejects with `TaskStoppedError`. */
export function createThreadPool<T extends Tasks>({
  count,
  idleSeconds,
  maxCpuSeconds = Number.POSITIVE_INFINITY,
  maxHeldMb = Number.POSITIVE_INFINITY,
  ...options
}: ThreadPoolOptions) {
  const members = new Set<Member>();
  const totals = new Int32Array(new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT));
  let isStopped = false;
  let lastSlot = 0;

  const isFree = ({ slots, thread }: Member) => slots === 0 && thread.load() === 0;

  function dismiss(member: Member): void {
    clearTimeout(member.idle);
    members.delete(member);
    member.thread.end('stop');
  }

  async function dismissIfLarge(member: Member): Promise<void> {
    const isLarge = (await member.thread.heapBytes()) > largeHeap;
    if (isLarge && isFree(member)) dismiss(member);
  }

  function restIfFree(member: Member): void {
    clearTimeout(member.idle);
    if (!isFree(member)) return;
    member.idle = setTimeout(() => dismiss(member), idleSeconds * 1000).unref();
    void dismissIfLarge(member);
  }

  function start(): Member {
    const taken = new Set([...members].map(({ index }) => index));
    const index = totals.findIndex((_, each) => !taken.has(each));
    totals[index] = 0;
    const limits = { maxCpuSeconds, maxBytes: maxHeldMb * 1024 * 1024, totals, index };
    const thread = startThread(options, limits);
    if (isStopped) thread.end('stop');
    const member = { thread, index, slots: 0, idle: undefined };
    members.add(member);
    return member;
  }

  /** Picks an idle thread, otherwise starts a new one, otherwise picks the least loaded. */
  function pick(): Member {
    for (const member of members) if (member.thread.isOver()) members.delete(member);
    const all = [...members];
    const free = all.find(isFree);
    if (free || all.length < count) return free ?? start();
    const work = ({ slots, thread }: Member) => slots + thread.load();
    return all.reduce((least, each) => (work(each) < work(least) ? each : least));
  }

  function acquireSlot(sharer: Sharer = anyone): Slot<T> {
    const member = pick();
    const { thread } = member;
    lastSlot += 1;
    const slot = lastSlot;
    member.slots += 1;
    clearTimeout(member.idle);
    // A thread that has ended has nothing left to stop.
    const stop = (reason: StopReason, isLast: boolean) =>
      thread.run({ slot, reason, isLast }).catch(() => undefined);
    return {
      run: ((task, input, transfer = []) => {
        const bytes = transfer.reduce((sum, { byteLength }) => sum + byteLength, 0);
        return thread.run({ slot, sharer, task, input, bytes }, transfer);
      }) as RunTask<T>,
      stop: (reason) => void stop(reason, false),
      end: thread.end,
      async leave() {
        member.slots -= 1;
        await stop('left', true);
        restIfFree(member);
      },
    };
  }

  return {
    acquireSlot,

    run: (async (task, input, transfer) => {
      const slot = acquireSlot();
      try {
        return await slot.run(task, input, transfer);
      } finally {
        void slot.leave();
      }
    }) as RunTask<T>,

    async stop(): Promise<void> {
      isStopped = true;
      for (const { thread, idle } of members) {
        clearTimeout(idle);
        thread.end('stop');
      }
      await Promise.all([...members].map(({ thread }) => thread.ended));
    },
  };
}
