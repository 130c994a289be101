import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ReaderExitReason } from './reader-process.ts';

export interface ReadersMetrics {
  watchQueue(length: () => number): void;
  observeReading(outcome: string, seconds: number): void;
  countEnd(reason: ReaderExitReason): void;
}

export function createReadersMetrics(registry: Registry): ReadersMetrics {
  const registers = [registry];
  const duration = new Histogram({
    name: 'warranty_image_reading_duration_seconds',
    help: 'Time to read the label on a photo, excluding queue time',
    labelNames: ['outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20],
    registers,
  });
  const ends = new Counter({
    name: 'warranty_image_readers_ended_total',
    help: 'Label reader exits, by reason',
    labelNames: ['reason'],
    registers,
  });
  return {
    watchQueue(length) {
      new Gauge({
        name: 'warranty_image_queue_length',
        help: 'Photos waiting for a label reader',
        registers,
        collect() {
          this.set(length());
        },
      });
    },
    observeReading: (outcome, seconds) => duration.observe({ outcome }, seconds),
    countEnd: (reason) => ends.inc({ reason }),
  };
}
