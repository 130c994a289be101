import type { Tasks } from './tasks.ts';
import { startThread, type Thread, type ThreadOptions } from './thread.ts';

/** A thread that grew so large gives its memory back as soon as it is free: it would keep most of it. */
const largeHeap = 64 * 1024 * 1024;

export interface ThreadPoolOptions extends ThreadOptions {
  /** At most; each is started when it is first needed. */
  count: number;
  /** After so long without work a thread gives its memory back by ending. */
  idleSeconds: number;
}

export type RunTask<T extends Tasks> = <K extends keyof T & string>(
  task: K,
  input: T[K]['input'],
  transfer?: ArrayBuffer[],
) => Promise<T[K]['output']>;

/** A place in one thread, for tasks that build on each other. */
export interface Slot<T extends Tasks> {
  run: RunTask<T>;
  leave(): void;
}

export type ThreadPool<T extends Tasks> = ReturnType<typeof createThreadPool<T>>;

interface Member {
  thread: Thread;
  slots: number;
  idle: NodeJS.Timeout | undefined;
}

/** Threads for work that would hold up the event loop, or that nobody can trust to end. Rejects with `TaskStopped`. */
export function createThreadPool<T extends Tasks>({ count, idleSeconds, ...limits }: ThreadPoolOptions) {
  const members: Member[] = [];
  let isStopped = false;

  const isFree = ({ slots, thread }: Member) => slots === 0 && thread.load() === 0;

  function dismiss(member: Member): void {
    clearTimeout(member.idle);
    members.splice(members.indexOf(member), 1);
    member.thread.end('stop');
  }

  async function dismissIfLarge(member: Member): Promise<void> {
    const isLarge = (await member.thread.heapBytes()) > largeHeap;
    if (isLarge && isFree(member) && members.includes(member)) dismiss(member);
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
    members.push(member);
    return member;
  }

  /** One that has nothing to do, else a new one, else the one with the least to do. */
  function pick(): Member {
    const over = members.filter(({ thread }) => thread.isOver());
    for (const member of over) members.splice(members.indexOf(member), 1);
    const free = members.find(isFree);
    if (free || members.length < count) return free ?? start();
    const work = ({ slots, thread }: Member) => slots + thread.load();
    return members.reduce((least, each) => (work(each) < work(least) ? each : least));
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
      await Promise.all(members.map(({ thread }) => thread.ended));
    },
  };
}
