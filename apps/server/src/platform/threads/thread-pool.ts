import type { Tasks } from './tasks.ts';
import { type StopReason, startThread, type Thread, type ThreadOptions } from './thread.ts';

/** A thread with a larger heap is ended as soon as it is free, because it would not release most of the memory. */
const largeHeap = 64 * 1024 * 1024;

export interface ThreadPoolOptions extends ThreadOptions {
  /** Maximum number of threads; each is started on demand. */
  count: number;
  /** A thread that is idle for this long is ended to release its memory. */
  idleSeconds: number;
}

export type RunTask<T extends Tasks> = <K extends keyof T & string>(
  task: K,
  input: T[K]['input'],
  transfer?: ArrayBuffer[],
) => Promise<T[K]['output']>;

/** Pins tasks that build on each other to one thread. */
export interface Slot<T extends Tasks> {
  run: RunTask<T>;
  /** Ends the thread and with it the running task. */
  end(reason: StopReason): void;
  leave(): void;
}

export type ThreadPool<T extends Tasks> = ReturnType<typeof createThreadPool<T>>;

interface Member {
  thread: Thread;
  slots: number;
  idle: NodeJS.Timeout | undefined;
}

/** Threads for work that would block the event loop or may not terminate. Rejects with `TaskStoppedError`. */
export function createThreadPool<T extends Tasks>({ count, idleSeconds, ...limits }: ThreadPoolOptions) {
  const members = new Set<Member>();
  let isStopped = false;

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
    const thread = startThread(limits);
    if (isStopped) thread.end('stop');
    const member = { thread, slots: 0, idle: undefined };
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

  async function runIn(member: Member, task: string, input: unknown, transfer?: ArrayBuffer[]) {
    clearTimeout(member.idle);
    try {
      return await member.thread.run({ task, input }, transfer);
    } finally {
      restIfFree(member);
    }
  }

  return {
    run: ((task, input, transfer) => runIn(pick(), task, input, transfer)) as RunTask<T>,

    acquireSlot(): Slot<T> {
      const member = pick();
      member.slots += 1;
      clearTimeout(member.idle);
      return {
        run: ((task, input, transfer) => runIn(member, task, input, transfer)) as RunTask<T>,
        end: member.thread.end,
        leave() {
          member.slots -= 1;
          restIfFree(member);
        },
      };
    },

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
