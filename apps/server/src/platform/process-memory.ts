import { readdir, readFile } from 'node:fs/promises';

/** Resident memory of a process; null if the system does not report it. */
export async function residentBytes(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}

/** Resident memory of a process and of all that it started. */
export async function residentBytesOfTree(pid: number): Promise<number | null> {
  const own = await residentBytes(pid);
  if (own === null) return null;
  const others = await Promise.all((await childrenOf(pid)).map(residentBytesOfTree));
  return others.reduce<number>((sum, bytes) => sum + (bytes ?? 0), own);
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = threads.map((id) => readFile(`/proc/${pid}/task/${id}/children`, 'utf8').catch(() => ''));
  return (await Promise.all(lists)).flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}
