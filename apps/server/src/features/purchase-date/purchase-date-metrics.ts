import type { Registry } from 'prom-client';
import { createMeters } from '../../platform/meters.ts';
import type { StopReason } from '../../platform/threads/tasks.ts';

export type PredictorsMetrics = ReturnType<ReturnType<typeof createPredictionMetrics>>;

/** Returns the metrics of a pool by its name. */
export function createPredictionMetrics(registry: Registry) {
  const { counter, gauge, histogram } = createMeters(registry);
  const queues = new Map<string, () => number>();
  const duration = histogram(
    'warranty_prediction_duration_seconds',
    'Time to analyze or predict, without the time in the queue.',
    ['kind'],
    [0.01, 0.05, 0.25, 1, 2, 5, 10, 20, 40, 60],
  );
  const aborts = counter('warranty_prediction_aborts_total', 'Predictions that were aborted.', ['reason']);
  gauge(
    'warranty_prediction_queue_length',
    'Predictions that wait for a worker thread.',
    ['predictors'],
    (set) => {
      for (const [name, length] of queues) set(length(), { predictors: name });
    },
  );
  return (name: string) => ({
    watchQueue: (length: () => number) => queues.set(name, length),
    observe: (kind: string, seconds: number) => duration.observe({ kind }, seconds),
    countLost: (reason: StopReason) => aborts.inc({ reason }),
  });
}
