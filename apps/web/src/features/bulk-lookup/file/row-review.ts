import { queryOptions } from '@tanstack/react-query';
import type { ReadFile } from './use-bulk-file.ts';

const cacheMs = 60_000;

/**
 * Rows that the user may want to look at before the run. With the vendors that the confirmation dialog starts with, one pass
 * serves both.
 */
export function reviewOf({ csv, mapping }: ReadFile, vendors: readonly string[]) {
  const { modelNumber, manufacturer, deviceModel } = mapping;
  return queryOptions({
    queryKey: ['bulk-file', 'review', csv.id, modelNumber, manufacturer, deviceModel, vendors],
    queryFn: () => csv.ask('review', { mapping, vendors }),
    gcTime: cacheMs,
    enabled: modelNumber !== undefined,
  });
}
