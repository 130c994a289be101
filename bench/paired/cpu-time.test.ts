import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { timed } from './cpu-time.ts';

/** Uses 200 ms of CPU time for every line it reads. */
const worker = `process.stdin.on('data', () => {
  const before = process.cpuUsage();
  for (let used = { user: 0, system: 0 }; used.user + used.system < 200_000; used = process.cpuUsage(before)) Math.sqrt(used.user);
  console.log('done');
})`;

it('counts the CPU time of a program and its children, not the time they wait', async () => {
  const child = spawn('sh', ['-c', '"$0" -e "$1"; true', process.execPath, worker]);
  try {
    child.stdin.write('warm up\n');
    await once(child.stdout, 'data');
    const { cpuSeconds, seconds } = await timed([child.pid ?? 0], async () => {
      await delay(300);
      child.stdin.write('work\n');
      await once(child.stdout, 'data');
    });
    expect(cpuSeconds).toBeGreaterThan(0.19);
    expect(cpuSeconds).toBeLessThan(0.29);
    expect(seconds).toBeGreaterThan(0.49);
  } finally {
    child.stdin.end();
    await once(child, 'exit');
  }
});
