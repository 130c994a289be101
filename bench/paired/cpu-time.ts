import { readdirSync, readFileSync } from 'node:fs';

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process or thread has ended in the meantime.
    return '';
  }
};

const threadsOf = (pid: number) => {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  } catch {
    return [];
  }
};

/** CPU time in nanoseconds by thread, of these processes and all their descendants. */
function threadTimes(pids: number[], times = new Map<string, number>()): Map<string, number> {
  for (const thread of pids.flatMap(threadsOf)) {
    times.set(thread, Number(read(`${thread}/schedstat`).split(' ')[0]));
    threadTimes(read(`${thread}/children`).split(' ').filter(Boolean).map(Number), times);
  }
  return times;
}

export interface Timed<T> {
  result: T;
  seconds: number;
  /** CPU time of the programs, summed over all cores: other work on the machine does not count. */
  cpuSeconds: number;
}

/** Measures the wall time of `work` and the CPU time that these processes use for it. */
export async function timed<T>(pids: number[], work: () => Promise<T>): Promise<Timed<T>> {
  const [startedAt, before] = [performance.now(), threadTimes(pids)];
  const result = await work();
  const [ended, after] = [performance.now(), threadTimes(pids)];
  let nanoseconds = 0;
  for (const [thread, time] of after) nanoseconds += time - (before.get(thread) ?? 0);
  return { result, seconds: (ended - startedAt) / 1000, cpuSeconds: nanoseconds / 1e9 };
}
