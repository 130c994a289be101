import { Gauge, type Registry } from 'prom-client';
import { createMeters } from '../../platform/meters.ts';
import type { StopReason } from '../../platform/threads/thread.ts';

export interface PredictorsMetrics {
  watchQueue(length: () => number): void;
  observe(kind: string, seconds: number): void;
  countLost(reason: StopReason): void;
}

/** Returns the metrics of a pool by its name. */
export function createPredictionMetrics(registry: Registry): (name: string) => PredictorsMetrics {
  const { counter, histogram } = createMeters(registry);
  const queues = new Map<string, () => number>();
  const duration = histogram(
    'warranty_prediction_duration_seconds',
    'Time to analyze or predict, excluding queue time',
    ['kind'],
    [0.01, 0.05, 0.25, 1, 2, 5, 10, 20, 40, 60],
  );
  const lost = counter('warranty_predictions_lost_total', 'Aborted predictions, by reason', ['reason']);
  new Gauge({
    name: 'warranty_prediction_queue_length',
    help: 'Predictions waiting for a worker thread',
    labelNames: ['predictors'],
    registers: [registry],
    collect() {
      for (const [name, length] of queues) this.set({ predictors: name }, length());
    },
  });
  return (name) => ({
    watchQueue: (length) => queues.set(name, length),
    observe: (kind, seconds) => duration.observe({ kind }, seconds),
    countLost: (reason) => lost.inc({ reason }),
  });
}
