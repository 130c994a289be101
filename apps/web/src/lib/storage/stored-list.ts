import { useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';
import { restoreRemoved } from './restore-removed.ts';
import { readStored, storageKeyOf, store } from './stored-text.ts';

interface StoredListOptions<T> {
  /** The key in the storage. */
  key: string;
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
  const { key, storage, maxItems, isItem, idOf = JSON.stringify, newest = 'first' } = options;
  const listeners = createListeners();
  let items: T[] | null = null;

  function stored(): T[] {
    try {
      const value: unknown = JSON.parse(readStored(key, storage) ?? '[]');
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
    // Without storage, the list lasts until the page is reloaded.
    store(key, items.length > 0 ? JSON.stringify(items) : null, storage);
    listeners.notify();
  }
  /** Removes items and returns a function that puts them back. */
  function remove(isRemoved: (item: T) => boolean): () => void {
    const before = current();
    change(before.filter((item) => !isRemoved(item)));
    return () => change(restoreRemoved({ before, now: current(), isRemoved, idOf, newest }));
  }
  reloads.push(() => {
    items = stored();
    listeners.notify();
  });
  function subscribe(listener: () => void): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== storageKeyOf(key) && event.key !== null) return;
      items = stored();
      listener();
    };
    const unsubscribe = listeners.subscribe(listener);
    addEventListener('storage', onStorage);
    return () => {
      unsubscribe();
      removeEventListener('storage', onStorage);
    };
  }
  return { current, change, remove, useItems: () => useSyncExternalStore(subscribe, current) };
}
