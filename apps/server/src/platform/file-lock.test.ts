import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FileLock, takeFileLock } from './file-lock.ts';

let folder: string;
let file: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'warranty-lock-'));
  file = join(folder, 'data', 'running.json');
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  await rm(folder, { recursive: true });
});

/** Another process that takes the lock, says how it went and stays. */
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

describe('takeFileLock', () => {
  it('is held by one, who says who it is', async () => {
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

  it('can be taken again after it was released, and leaves nothing behind', async () => {
    await release(await takeFileLock(file, 'first'));
    await release(await takeFileLock(file, 'second'));
    expect(await readdir(join(folder, 'data'))).toEqual([]);
  });

  it('keeps out another process while its holder lives, and no longer', async () => {
    const { child } = await takeElsewhere('elsewhere');
    expect(await takeFileLock(file, 'here')).toMatchObject({
      held: false,
      holder: { pid: child.pid, about: 'elsewhere' },
    });
    await kill(child);
    await release(await takeFileLock(file, 'here'));
  });

  it('is not taken from us by another process', async () => {
    const lock = await takeFileLock(file, 'here');
    const { lock: other } = await takeElsewhere('elsewhere');
    expect(other).toMatchObject({ held: false, holder: { pid: process.pid, about: 'here' } });
    await release(lock);
  });

  it.each(['', '{', 'null', '[]', '{"about":"x"}', '{"pid":"1"}', '{"pid":-1}', '{"pid":0}'])(
    'is taken over when its file says %j, which names nobody',
    async (text) => {
      await release(await takeFileLock(file, 'first'));
      await writeFile(file, text);
      const lock = await takeFileLock(file, 'second');
      expect(lock.held).toBe(true);
      await release(lock);
    },
  );

  it('is taken over from a program of another kind that has the process id by now', async () => {
    const sleeper = spawn('sleep', ['60']);
    children.push(sleeper);
    await once(sleeper, 'spawn');
    await release(await takeFileLock(file, 'first'));
    await writeFile(file, JSON.stringify({ pid: sleeper.pid, about: 'gone' }));
    await release(await takeFileLock(file, 'second'));
  });

  it('is taken over from an earlier process that had our own process id, as in a container', async () => {
    await release(await takeFileLock(file, 'first'));
    await writeFile(file, JSON.stringify({ pid: process.pid, about: 'before the restart' }));
    await release(await takeFileLock(file, 'second'));
  });

  it('is held by exactly one of many who find it abandoned', async () => {
    // Nobody can have the process id that a finished process had a moment ago.
    const finished = spawn(process.execPath, ['-e', '']);
    await once(finished, 'exit');
    for (let round = 0; round < 30; round += 1) {
      await release(await takeFileLock(file, 'first'));
      await writeFile(file, JSON.stringify({ pid: finished.pid, about: 'crashed' }));
      // They come one after the other in ever other steps, so that each catches the others elsewhere.
      const locks = await Promise.all(
        Array.from({ length: 5 }, async (_, at) => {
          for (let tick = 0; tick < (at * round) % 17; tick += 1) await setImmediate();
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
