import type { PredictionOutcome, PredictionTask } from './prediction-tasks.ts';
import type { PredictionContext, PredictorPool, PredictorsOptions } from './predictor-pool.ts';

type FileTask = Exclude<PredictionTask, { kind: 'single' }>;

const megabyte = 1024 * 1024;

/**
 * Files of different sizes have different threads, and the smallest a higher priority, so that a small one need not wait for a
 * large one. Each waiting request holds its body in memory: 32, 192 and 256 MB at most.
 */
const sizes = [
  { name: 'small', maxBytes: megabyte / 2, maxQueueLength: 64, maxMemoryMb: 256, niceness: 5 },
  { name: 'medium', maxBytes: 8 * megabyte, maxQueueLength: 24, maxMemoryMb: 768 },
  { name: 'large', maxBytes: Number.POSITIVE_INFINITY, maxQueueLength: 4, maxMemoryMb: 16_384 },
];

type PoolLimits = Omit<PredictorsOptions, 'idleSeconds' | 'log' | 'metrics'>;

export interface FilePredictorsOptions extends Pick<PoolLimits, 'threads' | 'seconds' | 'maxMemoryMb'> {
  startPool(limits: PoolLimits): PredictorPool;
}

export type FilePredictors = ReturnType<typeof createFilePredictors>;

export function createFilePredictors({ startPool, threads, seconds, maxMemoryMb }: FilePredictorsOptions) {
  const pools = sizes.map(({ maxBytes, ...limits }) => ({
    maxBytes,
    pool: startPool({ ...limits, threads, seconds, maxMemoryMb: Math.min(maxMemoryMb, limits.maxMemoryMb) }),
  }));

  return {
    async run(task: FileTask, context: PredictionContext): Promise<PredictionOutcome> {
      const bytes = task.segments.reduce((sum, { length }) => sum + length, 0);
      const fitting = pools.find(({ maxBytes }) => bytes <= maxBytes);
      if (!fitting) throw new Error(`no predictors for ${bytes} bytes`);
      return fitting.pool.run(task, context);
    },
    async stop(): Promise<void> {
      await Promise.all(pools.map(({ pool }) => pool.stop()));
    },
  };
}
