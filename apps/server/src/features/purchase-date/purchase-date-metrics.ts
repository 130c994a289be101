import type { Registry } from 'prom-client';
import { createMeters } from '../../platform/meters.ts';
import type { StopReason } from '../../platform/threads/tasks.ts';

export interface PredictorsMetrics {
  watchQueue(length: () => number): void;
  observe(kind: string, seconds: number): void;
  countLost(reason: StopReason): void;
}

/** Returns the metrics of a pool by its name. */
export function createPredictionMetrics(registry: Registry): (name: string) => PredictorsMetrics {
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
  return (name) => ({
    watchQueue: (length) => queues.set(name, length),
    observe: (kind, seconds) => duration.observe({ kind }, seconds),
    countLost: (reason) => aborts.inc({ reason }),
  });
}
