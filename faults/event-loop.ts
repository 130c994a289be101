import { join } from 'node:path';
import { loopDelayMs } from '../harness/metrics.ts';
import { root, type Server, start } from '../harness/processes.ts';
import type { FaultContext } from './fault.ts';

/** Starts an idle process, as a reference on the same machine at the same time. */
function startIdle(context: FaultContext) {
  const program = start(process.execPath, [
    '--import',
    join(root, 'bench/event-loop-probe.ts'),
    '-e',
    'setInterval(() => undefined, 1000)',
  ]);
  context.cleanup(() => program.stop('SIGKILL'));
  return async () => {
    await program.stop('SIGTERM');
    return (JSON.parse(program.lines.at(-1) ?? '{}') as { loopDelay: number }).loopDelay;
  };
}

/** Asserts that the api's event loop stays free during the work, and returns what was measured. */
export async function assertEventLoopFree(
  context: FaultContext,
  api: Server,
  work: () => Promise<unknown>,
): Promise<string> {
  const readIdle = startIdle(context);
  await loopDelayMs(api);
  await work();
  const [delay, idle] = [await loopDelayMs(api), await readIdle()];
  const bar = Math.max(60, 3 * idle);
  context.expectBar(
    delay < bar,
    `the api's event loop p99 was ${delay.toFixed(0)} ms, that of an idle process ${idle.toFixed(0)}`,
  );
  return `event loop p99 ${delay.toFixed(0)} ms (bar ${bar.toFixed(0)}; idle process ${idle.toFixed(0)})`;
}
