import type { WarrantyStatus } from '@warranty/contracts/warranty';
import { useSyncExternalStore } from 'react';
import type { Outcome } from './outcome.ts';

export interface RecentLookup {
  modelNumber: string;
  /** Who made it. */
  maker: string;
  /** What was chosen in the form; empty where the maker was found. */
  manufacturer: string;
  status: WarrantyStatus;
  endsAt: string | null;
}

const storageKey = 'recent-lookups';
const kept = 8;
const listeners = new Set<() => void>();

function isRecent(value: unknown): value is RecentLookup {
  if (typeof value !== 'object' || value === null) return false;
  const { modelNumber, maker, manufacturer, status, endsAt } = value as Record<keyof RecentLookup, unknown>;
  const texts = [modelNumber, maker, manufacturer, status].every((text) => typeof text === 'string');
  return texts && (endsAt === null || typeof endsAt === 'string');
}

/** Storage can be closed to us, and anybody may have written to it. */
function stored(): RecentLookup[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(value) ? value.filter(isRecent).slice(0, kept) : [];
  } catch {
    return [];
  }
}

let recent = stored();

function change(next: RecentLookup[]): void {
  recent = next;
  try {
    if (next.length > 0) localStorage.setItem(storageKey, JSON.stringify(next));
    else localStorage.removeItem(storageKey);
  } catch {
    // Kept for this page only.
  }
  for (const listener of listeners) listener();
}

/** Failed lookups are not remembered: mostly they are mistyped. */
export function rememberLookup({ request, result }: Outcome): void {
  if (result.error) return;
  const { modelNumber, manufacturer: maker, status, endsAt } = result;
  const others = recent.filter((other) => other.modelNumber !== modelNumber || other.maker !== maker);
  const own = { modelNumber, maker, manufacturer: request.manufacturer, status, endsAt };
  change([own, ...others].slice(0, kept));
}

export function forgetLookups(): void {
  change([]);
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storageKey && event.key !== null) return;
    recent = stored();
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

/** The last devices looked up in this browser, newest first. */
export function useRecentLookups(): RecentLookup[] {
  return useSyncExternalStore(subscribe, () => recent);
}
