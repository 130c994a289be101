import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../../test/folder.ts';
import { type FileLock, takeFileLock } from './file-lock.ts';

let folder: string;
let file: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = makeFolder();
  file = join(folder, 'data', 'running.json');
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});

/** Starts another process that takes the lock, prints the outcome and keeps running. */
async function takeElsewhere(about: string): Promise<{ child: ChildProcess; lock: FileLock }> {
  const module = new URL('./file-lock.ts', import.meta.url).href;
  const script = `const { takeFileLock } = await import(${JSON.stringify(module)});
    const lock = await takeFileLock(${JSON.stringify(file)}, ${JSON.stringify(about)});
    process.stdout.write(JSON.stringify(lock)); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [answer] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, lock: JSON.parse(answer.toString()) };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function release(lock: FileLock): Promise<void> {
  if (!lock.held) expect.unreachable('the lock must be held');
  await lock.release();
}

/** Takes a lock whose file names this holder, who is not alive, and returns what the file says then. */
async function takeOverFrom(holder: { pid: number | undefined; about: string }): Promise<unknown> {
  await release(await takeFileLock(file, 'first'));
  await writeFile(file, JSON.stringify(holder));
  const lock = await takeFileLock(file, 'second');
  expect(lock).toMatchObject({ held: true });
  const recorded: unknown = JSON.parse(await readFile(file, 'utf8'));
  await release(lock);
  return recorded;
}

describe('a file lock', () => {
  it('has a single holder, which is recorded in the file', async () => {
    const lock = await takeFileLock(file, 'http://localhost:3000');
    expect(lock.held).toBe(true);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      pid: process.pid,
      about: 'http://localhost:3000',
    });
    const second = await takeFileLock(file, 'http://localhost:3001');
    expect(second).toMatchObject({
      held: false,
      holder: { pid: process.pid, about: 'http://localhost:3000' },
    });
    await release(lock);
  });

  it('can be taken again after it was released, and leaves no files behind', async () => {
    await release(await takeFileLock(file, 'first'));
    await release(await takeFileLock(file, 'second'));
    expect(await readdir(join(folder, 'data'))).toEqual([]);
  });

  it('blocks another process only while its holder is alive', async () => {
    const { child } = await takeElsewhere('elsewhere');
    expect(await takeFileLock(file, 'here')).toMatchObject({
      held: false,
      holder: { pid: child.pid, about: 'elsewhere' },
    });
    await kill(child);
    await release(await takeFileLock(file, 'here'));
  });

  it('cannot be taken by another process while this one holds it', async () => {
    const lock = await takeFileLock(file, 'here');
    const { lock: other } = await takeElsewhere('elsewhere');
    expect(other).toMatchObject({ held: false, holder: { pid: process.pid, about: 'here' } });
    await release(lock);
  });

  it.each(['', '{', 'null', '[]', '{"about":"x"}', '{"pid":"1"}', '{"pid":-1}', '{"pid":0}'])(
    'is taken over when its file contains %j, which names no holder',
    async (text) => {
      await release(await takeFileLock(file, 'first'));
      await writeFile(file, text);
      const lock = await takeFileLock(file, 'second');
      expect(lock.held).toBe(true);
      await release(lock);
    },
  );

  it('is taken over if a different program now has the process id', async () => {
    const sleeper = spawn('sleep', ['60']);
    children.push(sleeper);
    await once(sleeper, 'spawn');
    expect(await takeOverFrom({ pid: sleeper.pid, about: 'gone' })).toMatchObject({
      pid: process.pid,
      about: 'second',
    });
    expect(sleeper.exitCode).toBeNull();
  });

  it('is taken over from an earlier process with our own process id, as in a container', async () => {
    expect(await takeOverFrom({ pid: process.pid, about: 'before the restart' })).toMatchObject({
      pid: process.pid,
      about: 'second',
    });
  });

  it('is taken by exactly one of many that find it abandoned', async () => {
    // The process id of a process that just exited is not reused yet.
    const finished = spawn(process.execPath, ['-e', '']);
    await once(finished, 'exit');
    for (let round = 0; round < 30; round += 1) {
      await release(await takeFileLock(file, 'first'));
      await writeFile(file, JSON.stringify({ pid: finished.pid, about: 'crashed' }));
      // Contenders start with different delays in each round, so that they meet at different steps.
      const locks = await Promise.all(
        Array.from({ length: 5 }, async (_, index) => {
          for (let tick = 0; tick < (index * round) % 17; tick += 1) await setImmediate();
          return takeFileLock(file, 'next');
        }),
      );
      const holders = locks.filter(({ held }) => held);
      expect(holders).toHaveLength(1);
      for (const lock of holders) await release(lock);
    }
    expect(await readdir(join(folder, 'data'))).toEqual([]);
  });
});
