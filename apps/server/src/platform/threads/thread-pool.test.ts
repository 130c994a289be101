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
    maxCpuSeconds?: number;
    maxHeldMb?: number;
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

const from = (address: string, owner = address) => pool.acquireSlot({ client: { key: address }, owner });

/** The names of the tasks in the order in which they ended. */
async function orderOf(tasks: Record<string, Promise<unknown>>): Promise<string[]> {
  const order: string[] = [];
  await Promise.all(Object.entries(tasks).map(([name, task]) => task.then(() => order.push(name))));
  return order;
}

describe('work in slices', () => {
  it('lets a short task go first', async () => {
    startPool();
    const order = await orderOf({ long: from('1').run('spin', 500), short: from('2').run('double', 1) });
    expect(order).toEqual(['short', 'long']);
  });

  it.each<[string, string, string]>([
    ['addresses', 'a', 'b'],
    ['owners', 'a', 'a'],
  ])('shares the time between %s, however much each has to do', async (_, greedy, other) => {
    startPool();
    const order = await orderOf({
      first: from(greedy, 'greedy').run('spin', 300),
      second: from(greedy, 'greedy').run('spin', 300),
      third: from(greedy, 'greedy').run('spin', 300),
      other: from(other, 'other').run('spin', 300),
    });
    expect(order[0]).toBe('other');
  });

  it('that takes too much CPU time ends alone', async () => {
    startPool({ maxCpuSeconds: 1 });
    expect(await pool.run('count', null)).toBe(1);
    const endless = reasonOf(from('1').run('spin', 600_000));
    const neighbors = [from('1').run('spin', 300), from('2').run('spin', 300)];
    expect([await endless, await Promise.all(neighbors)]).toEqual(['time', [null, null]]);
    expect(await pool.run('count', null)).toBe(2);
  });

  it('ends alone when its client has disconnected, and is closed', async () => {
    startPool();
    const slot = from('1');
    await slot.run('keep', 1);
    const endless = reasonOf(slot.run('spin', 600_000));
    slot.stop('left');
    expect([await endless, await reasonOf(slot.run('double', 1))]).toEqual(['left', 'left']);
    expect(await pool.run('closed', null)).toBe(1);
  });

  it('is closed when its slot is left', async () => {
    startPool();
    const slot = from('1');
    await slot.run('keep', 1);
    expect(await pool.run('closed', null)).toBe(0);
    await slot.leave();
    expect(await pool.run('closed', null)).toBe(1);
  });
});

describe('memory that work holds', () => {
  it('is released by the address that has the most, then by the owner, the largest first', async () => {
    startPool({ maxHeldMb: 100 });
    const [large, small] = [from('1', 'greedy'), from('1', 'greedy')];
    const [modest, other] = [from('1', 'modest'), from('2')];
    await large.run('keep', 30);
    await small.run('keep', 10);
    await modest.run('keep', 20);
    await other.run('keep', 40);
    expect(await reasonOf(other.run('keep', 45))).toBe('answered');
    const reasons = [large, small, modest, other].map((slot) => reasonOf(slot.run('double', 1)));
    expect(await Promise.all(reasons)).toEqual(['displaced', 'answered', 'answered', 'answered']);
    expect(await pool.run('closed', null)).toBe(1);
  });

  it('is counted from the moment that it is sent', async () => {
    startPool({ maxHeldMb: 100 });
    const slots = ['1', '1', '2'].map((address) => from(address));
    await slots[0]?.run('spin', 1);
    const sent = slots.map((slot, index) => {
      const bytes = new ArrayBuffer((50 - index) * 1024 * 1024);
      return reasonOf(slot.run('spin', bytes as never, [bytes]));
    });
    expect(await Promise.all(sent)).toEqual(['displaced', 'answered', 'answered']);
  });

  it('of all threads together is limited', async () => {
    startPool({ count: 2, maxHeldMb: 100 });
    const [first, second] = [from('1'), from('2')];
    await first.run('keep', 60);
    await second.run('keep', 30);
    expect(await reasonOf(second.run('keep', 45))).toBe('answered');
    await reasonOf(first.run('keep', 60));
    expect(await reasonOf(first.run('double', 1))).toBe('displaced');
    expect(await reasonOf(second.run('double', 1))).toBe('answered');
  });
});
