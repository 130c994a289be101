import type { WarrantyStatus } from '@warranty/contracts/warranty';
import { createStoredList } from '../../lib/storage/stored-list.ts';
import { toastWithUndo } from '../../ui/feedback/undo-toast.ts';
import type { Outcome } from './outcome.ts';

export interface RecentLookup {
  modelNumber: string;
  /** The manufacturer of the device. */
  maker: string;
  /** The choice in the form; empty if the manufacturer was detected. */
  manufacturer: string;
  status: WarrantyStatus;
  endsAt: string | null;
  /** Missing in lookups that were stored before there was such a field. */
  noCoverage?: boolean;
}

function isRecent(value: unknown): value is RecentLookup {
  if (typeof value !== 'object' || value === null) return false;
  const { modelNumber, maker, manufacturer, status, endsAt } = value as Record<keyof RecentLookup, unknown>;
  const texts = [modelNumber, maker, manufacturer, status].every((text) => typeof text === 'string');
  return texts && (endsAt === null || typeof endsAt === 'string');
}

const recent = createStoredList({
  key: 'recent-lookups',
  maxItems: 8,
  isItem: isRecent,
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
