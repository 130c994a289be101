import type { Registry } from 'prom-client';
import { createMeters } from '../../platform/meters.ts';
import type { ReaderExitReason } from './reader-process.ts';

export type ReadersMetrics = ReturnType<typeof createReadersMetrics>;

export function createReadersMetrics(registry: Registry) {
  const { counter, gauge, histogram } = createMeters(registry);
  const duration = histogram(
    'warranty_image_reading_duration_seconds',
    'Time to read the label on a photo, without the time in the queue.',
    ['outcome'],
    [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20],
  );
  const ends = counter('warranty_image_readers_ended_total', 'Label readers that ended.', ['reason']);
  return {
    watchQueue(length: () => number) {
      gauge('warranty_image_queue_length', 'Photos that wait for a label reader.', [], (set) =>
        set(length()),
      );
    },
    observeReading: (outcome: string, seconds: number) => duration.observe({ outcome }, seconds),
    countEnd: (reason: ReaderExitReason) => ends.inc({ reason }),
  };
}
