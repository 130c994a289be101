import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { json, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const program = fileURLToPath(new URL('../../test/log-program.ts', import.meta.url));

function start(lines: number, way: string): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, ['--expose-gc', program, String(lines), way], { stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

const numbersIn = (output: string): number[] =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).line);

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('the log of a process', () => {
  it.each([
    ['returns', 5000],
    ['exits', 5000],
    ['throws', 5000],
    ['rejects', 5000],
    ['is killed after a fatal error', 5001],
  ])('is complete and in order when it %s', async (way, lines) => {
    expect(numbersIn(await text(start(5000, way).stdout))).toEqual(upTo(lines));
  });

  it('takes a system call for about a hundred lines', async () => {
    const { stdout, stderr } = start(1000, 'returns');
    const [figures] = await Promise.all([json(stderr), text(stdout)]);
    expect((figures as { calls: number }).calls).toBeLessThan(20);
  });

  it('that is not read takes a limited amount of memory and does not keep it from ending', async () => {
    const child = start(200_000, 'exits');
    const { grownBytes } = (await json(child.stderr)) as { grownBytes: number };
    expect(grownBytes).toBeLessThan(24 << 20);
    expect(await once(child, 'exit')).toEqual([3, null]);
  });

  it('goes on with whole lines when it is read again', async () => {
    const child = start(120_000, 'waits to be asked for more');
    await once(child.stderr, 'data');
    let output = '';
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      output += chunk;
      // There is room for more lines.
      if (output.length > 1 << 20 && !child.stdin.writableEnded) child.stdin.end('more');
    }
    const numbers = numbersIn(output);
    expect(numbers.pop()).toBe(120_001);
    expect(numbers.length).toBeLessThan(120_000);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it('without a reader does not end it', async () => {
    const child = start(1000, 'waits to be asked for more');
    child.stdout.destroy();
    await once(child.stderr, 'data');
    child.stdin.end('more');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
