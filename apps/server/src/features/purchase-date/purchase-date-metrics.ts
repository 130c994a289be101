import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { StopReason } from '../../platform/threads/thread.ts';

export interface PredictorsMetrics {
  watchQueue(length: () => number): void;
  observe(kind: string, seconds: number): void;
  countLost(reason: StopReason): void;
}

/** Returns the metrics of a pool by its name. */
export function createPredictionMetrics(registry: Registry): (name: string) => PredictorsMetrics {
  const registers = [registry];
  const queues = new Map<string, () => number>();
  const duration = new Histogram({
    name: 'warranty_prediction_duration_seconds',
    help: 'Time to analyze or predict, excluding queue time',
    labelNames: ['kind'],
    buckets: [0.01, 0.05, 0.25, 1, 2, 5, 10, 20, 40, 60],
    registers,
  });
  const lost = new Counter({
    name: 'warranty_predictions_lost_total',
    help: 'Aborted predictions, by reason',
    labelNames: ['reason'],
    registers,
  });
  new Gauge({
    name: 'warranty_prediction_queue_length',
    help: 'Predictions waiting for a worker thread',
    labelNames: ['predictors'],
    registers,
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
