import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { TestTasks } from '../../../test/thread-program.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import { createThreadPool, type ThreadPool } from './thread-pool.ts';

const program = new URL('../../../test/thread-program.ts', import.meta.url);
const slowlyLoaded = new URL('../../../test/thread-program.ts?loadMs=1500', import.meta.url);

let pool: ThreadPool<TestTasks>;
function startPool(
  options: {
    program?: URL;
    count?: number;
    maxSeconds?: number;
    maxMemoryMb?: number;
    idleSeconds?: number;
  } = {},
) {
  pool = createThreadPool<TestTasks>({
    program,
    count: 1,
    maxSeconds: 20,
    maxMemoryMb: 32,
    idleSeconds: 60,
    ...options,
  });
  return pool;
}
afterEach(() => pool.stop());

const reasonOf = (task: Promise<unknown>) =>
  task.then(
    () => 'answered',
    ({ reason }: { reason?: string }) => reason,
  );

describe('a task', () => {
  it('returns its output', async () => {
    expect(await startPool().run('double', 21)).toBe(42);
  });

  it('that fails reports its error, and the thread continues', async () => {
    startPool();
    await expect(pool.run('fail', 'no such column')).rejects.toThrow('no such column');
    expect(await pool.run('double', 1)).toBe(2);
  });

  it('that takes too long is stopped, and queued tasks learn that another one was the reason', async () => {
    startPool({ maxSeconds: 1 });
    const hanging = reasonOf(pool.run('hang', null));
    const behind = reasonOf(pool.run('double', 1));
    expect([await hanging, await behind]).toEqual(['time', 'neighbor']);
    expect(await pool.run('double', 3)).toBe(6);
  });

  it('has its whole time, however long its thread takes to start', async () => {
    startPool({ program: slowlyLoaded, maxSeconds: 1 });
    expect(await pool.run('double', 21)).toBe(42);
    expect(await reasonOf(pool.run('hang', null))).toBe('time');
  });

  it('that uses too much memory is stopped, and the process continues', async () => {
    startPool();
    expect(await reasonOf(pool.run('grow', null))).toBe('memory');
    expect(await pool.run('double', 3)).toBe(6);
  });

  it('is rejected after the pool has stopped', async () => {
    startPool();
    const hanging = reasonOf(pool.run('hang', null));
    await pool.stop();
    expect([await hanging, await reasonOf(pool.run('double', 1))]).toEqual(['stop', 'stop']);
  });
});

describe('a thread', () => {
  it('is reused for the next task', async () => {
    startPool();
    expect([await pool.run('count', null), await pool.run('count', null)]).toEqual([1, 2]);
  });

  it('outlives the idle time of the one it replaced', async () => {
    startPool({ maxSeconds: 1, idleSeconds: 3 });
    expect(await reasonOf(pool.run('hang', null))).toBe('time');
    await wait(1500);
    expect(await pool.run('count', null)).toBe(1);
    await wait(2000);
    expect(await pool.run('count', null)).toBe(2);
  }, 20_000);

  it('that grew large is replaced, and its memory released', async () => {
    startPool({ maxMemoryMb: 512 });
    await pool.run('count', null);
    // V8 may release the memory before the pool checks; then the thread is correctly reused.
    await waitUntil('another one counts', async () => {
      await pool.run('hold', 200);
      return (await pool.run('count', null)) === 1;
    });
  }, 20_000);
});

describe('a slot', () => {
  it('can end its thread, and the next task gets another one', async () => {
    startPool();
    expect(await pool.run('count', null)).toBe(1);
    const slot = pool.acquireSlot();
    const hanging = reasonOf(slot.run('hang', null));
    slot.end('left');
    expect([await hanging, await reasonOf(slot.run('double', 1))]).toEqual(['left', 'left']);
    slot.leave();
    expect(await pool.run('count', null)).toBe(1);
  });

  it('stays on its thread, and other tasks use another one', async () => {
    startPool({ count: 2, maxSeconds: 1 });
    const slot = pool.acquireSlot();
    expect(await slot.run('double', 1)).toBe(2);
    const hanging = reasonOf(slot.run('hang', null));
    expect(await pool.run('double', 2)).toBe(4);
    expect(await hanging).toBe('time');
    expect(await reasonOf(slot.run('double', 1))).toBe('time');
    slot.leave();
  });
});
