import { warrantyStatuses } from '@warranty/contracts/warranty';
import * as z from 'zod/mini';
import { matches } from '../../lib/storage/matches.ts';
import { createStoredList } from '../../lib/storage/stored-list.ts';
import { toastWithUndo } from '../../ui/feedback/undo-toast.ts';
import type { Outcome } from './outcome.ts';

const recentLookup = z.object({
  modelNumber: z.string(),
  /** The manufacturer of the device. */
  maker: z.string(),
  /** The choice in the form; empty if the manufacturer was detected. */
  manufacturer: z.string(),
  status: z.enum(warrantyStatuses),
  endsAt: z.nullable(z.string()),
  /** Missing in lookups that were stored before there was such a field. */
  noCoverage: z.optional(z.boolean()),
});
export type RecentLookup = z.output<typeof recentLookup>;

const recent = createStoredList<RecentLookup>({
  key: 'recent-lookups',
  maxItems: 8,
  isItem: matches(recentLookup),
  idOf: ({ modelNumber, maker }) => `${maker} ${modelNumber}`,
});

/** Failed lookups are not stored: most of them are typos. */
export function saveRecentLookup({ request, result }: Outcome): void {
  if (result.error) return;
  const { modelNumber, manufacturer, status, endsAt, noCoverage } = result;
  const others = recent
    .current()
    .filter((other) => other.modelNumber !== modelNumber || other.maker !== manufacturer);
  const device = { modelNumber, maker: manufacturer, manufacturer: request.manufacturer };
  const own = { ...device, status, endsAt, noCoverage };
  recent.change([own, ...others]);
}

export function clearRecentLookups(): void {
  toastWithUndo({ title: 'Recent lookups cleared', undo: recent.remove(() => true) });
}

/** The last devices looked up in this browser, newest first. */
export const useRecentLookups = (): RecentLookup[] => recent.useItems();

/** Without waiting for changes. */
export const hasRecentLookups = (): boolean => recent.current().length > 0;
