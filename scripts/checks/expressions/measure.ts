// Measures how long an expression takes on hostile texts, with a timeout for those that would never finish.
import { createContext, Script } from 'node:vm';
import { slowness, threadMs } from '../../../harness/machine-speed.ts';
import type { Expression } from './find.ts';
import { describeText, type HostileText, hostileTexts, writeText } from './hostile.ts';

export interface SlowRun {
  text: string;
  /** The fastest of the runs; null if it timed out. */
  ms: number | null;
}

export interface MeasureLimits {
  /** Length of each text in characters. */
  length: number;
  /** Limit for one text. */
  maxMs: number;
  /** Timeout for all texts of one expression. */
  timeoutMs: number;
}

/** Number of runs per text; the fastest counts. */
const runs = 3;
/** On a busy machine, CPU time is averaged over this many runs, because it is counted in ticks. */
const runsUnderLoad = 20;
/** Slower than this factor cannot be explained by other load on the machine. */
const hopelessFactor = 20;

type Expressed = Pick<Expression, 'source' | 'flags' | 'isRepeated'>;

/** Searches as the source does: once, or again after every match. */
function createSearch({ source, flags, isRepeated }: Expressed): (text: string) => void {
  const once = new RegExp(source, flags);
  const again = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  return (text) => {
    if (isRepeated) text.replaceAll(again, '');
    else once.exec(text);
  };
}

function timeOf(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function processorTimeOf(run: () => void): number {
  const before = process.threadCpuUsage();
  for (let count = 0; count < runsUnderLoad; count += 1) run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000 / runsUnderLoad / slowness(threadMs);
}

function fastestRun(run: () => void, maxMs: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let count = 0; count < runs && best >= maxMs; count += 1) best = Math.min(best, timeOf(run));
  if (best < maxMs || best > hopelessFactor * maxMs) return best;
  return processorTimeOf(run);
}

/** Null if every text takes less than the limit. */
export function findSlowRun(
  expression: Expressed,
  { length, maxMs, timeoutMs }: MeasureLimits,
): SlowRun | null {
  const search = createSearch(expression);
  let current: HostileText | undefined;
  let slow: SlowRun | null = null;

  function measureAll(): void {
    for (const hostile of hostileTexts(expression.source, expression.flags)) {
      current = hostile;
      const text = writeText(hostile, length);
      const ms = fastestRun(() => search(text), maxMs);
      if (ms < maxMs) continue;
      slow = { text: describeText(hostile), ms };
      return;
    }
  }

  try {
    new Script('measureAll()').runInContext(createContext({ measureAll }), { timeout: timeoutMs });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT' || !current) throw error;
    return { text: describeText(current), ms: null };
  }
  return slow;
}
