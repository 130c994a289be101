import { Gauge, type Registry } from 'prom-client';
import { createMeters } from '../../platform/meters.ts';
import type { ReaderExitReason } from './reader-process.ts';

export interface ReadersMetrics {
  watchQueue(length: () => number): void;
  observeReading(outcome: string, seconds: number): void;
  countEnd(reason: ReaderExitReason): void;
}

export function createReadersMetrics(registry: Registry): ReadersMetrics {
  const { counter, histogram } = createMeters(registry);
  const duration = histogram(
    'warranty_image_reading_duration_seconds',
    'Time to read the label on a photo, excluding queue time',
    ['outcome'],
    [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20],
  );
  const ends = counter('warranty_image_readers_ended_total', 'Label reader exits, by reason', ['reason']);
  return {
    watchQueue(length) {
      new Gauge({
        name: 'warranty_image_queue_length',
        help: 'Photos waiting for a label reader',
        registers: [registry],
        collect() {
          this.set(length());
        },
      });
    },
    observeReading: (outcome, seconds) => duration.observe({ outcome }, seconds),
    countEnd: (reason) => ends.inc({ reason }),
  };
}
