import { useSyncExternalStore } from 'react';
import { restoreRemoved } from './restore-removed.ts';

interface StoredListOptions<T> {
  /** The key in the storage. */
  key: string;
  /** Local storage is shared by all tabs; session storage belongs to one. */
  storage?: 'local' | 'session';
  maxItems: number;
  /** Validates stored items, which may have been written by other code. */
  isItem: (value: unknown) => value is T;
  /** Items with the same id are the same. By default, all their fields are compared. */
  idOf?: (item: T) => string;
  /** Which end the list grows at. */
  newest?: 'first' | 'last';
}

const reloads: (() => void)[] = [];

/** After the storage was cleared by this tab, which gets no event about it. */
export function reloadStoredLists(): void {
  for (const reload of reloads) reload();
}

/** A short list in the storage of the browser. */
export function createStoredList<T>(options: StoredListOptions<T>) {
  const { key, maxItems, isItem, idOf = JSON.stringify, newest = 'first' } = options;
  const storage = () => (options.storage === 'session' ? sessionStorage : localStorage);
  const listeners = new Set<() => void>();
  let items: T[] | null = null;

  /** Returns an empty list if storage is unavailable. */
  function stored(): T[] {
    try {
      const value: unknown = JSON.parse(storage().getItem(key) ?? '[]');
      return Array.isArray(value) ? value.filter(isItem).slice(0, maxItems) : [];
    } catch {
      return [];
    }
  }
  function current(): T[] {
    items ??= stored();
    return items;
  }
  function change(next: T[]): void {
    items = next.slice(0, maxItems);
    try {
      if (items.length > 0) storage().setItem(key, JSON.stringify(items));
      else storage().removeItem(key);
    } catch {
      // Storage is unavailable: the list lasts until the page is reloaded.
    }
    for (const listener of listeners) listener();
  }
  /** Removes items and returns a function that puts them back. */
  function remove(isRemoved: (item: T) => boolean): () => void {
    const before = current();
    change(before.filter((item) => !isRemoved(item)));
    return () => change(restoreRemoved({ before, now: current(), isRemoved, idOf, newest }));
  }
  reloads.push(() => {
    items = stored();
    for (const listener of listeners) listener();
  });
  function subscribe(listener: () => void): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== key && event.key !== null) return;
      items = stored();
      listener();
    };
    listeners.add(listener);
    addEventListener('storage', onStorage);
    return () => {
      listeners.delete(listener);
      removeEventListener('storage', onStorage);
    };
  }
  return { current, change, remove, useItems: () => useSyncExternalStore(subscribe, current) };
}
