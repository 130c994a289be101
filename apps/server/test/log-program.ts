import { readFileSync } from 'node:fs';
import { createLog } from '../src/platform/log.ts';

// Logs numbered lines and then ends in the way that is named. Arguments: number of lines, way. Reports on standard error what
// only this process knows.
const [count, way] = process.argv.slice(2);
const log = createLog({ level: 'info', role: 'test', human: false });

const report = (figures: object) => process.stderr.write(`${JSON.stringify(figures)}\n`);
const systemCalls = () => Number(/syscw: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);

let line = 0;

function logLine(): void {
  line += 1;
  log.info({ line }, 'x'.repeat(100));
}

const ways: Record<string, () => void> = {
  returns: () => undefined,
  exits: () => process.exit(3),
  throws() {
    throw new Error('not caught');
  },
  rejects: () => void Promise.reject(new Error('not caught')),
  'is killed after a fatal error'() {
    log.fatal({ line: line + 1 }, 'fatal');
    process.kill(process.pid, 'SIGKILL');
  },
  'waits to be asked for more'() {
    process.stdin.on('data', logLine).on('end', () => process.exit(0));
  },
};

function usedBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const before = { calls: systemCalls(), bytes: usedBytes() };
while (line < Number(count)) logLine();
report({ calls: systemCalls() - before.calls, grownBytes: usedBytes() - before.bytes });
ways[way ?? '']?.();
