import { queryOptions } from '@tanstack/react-query';
import type { ReadFile } from './useBulkFile.ts';

/** As the counts of the confirmation dialog before other vendors are switched on, so that one pass serves both. */
const vendors = ['Dell'];
const cacheMs = 60_000;

/** Rows that the user may want to look at before the run. */
export function reviewOf({ csv, mapping }: ReadFile) {
  const { modelNumber, manufacturer, deviceModel } = mapping;
  return queryOptions({
    queryKey: ['bulk-file', 'review', csv.id, modelNumber, manufacturer, deviceModel],
    queryFn: () => csv.ask('review', { mapping, vendors }),
    gcTime: cacheMs,
    enabled: modelNumber !== undefined,
  });
}
