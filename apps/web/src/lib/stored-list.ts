import { useSyncExternalStore } from 'react';

interface StoredListOptions<T> {
  /** The key in local storage. */
  key: string;
  maxItems: number;
  /** Validates stored items, which may have been written by other code. */
  isItem: (value: unknown) => value is T;
}

/** A short list in local storage, shared by all tabs, newest first. */
export function createStoredList<T>({ key, maxItems, isItem }: StoredListOptions<T>) {
  const listeners = new Set<() => void>();
  let items: T[] | null = null;

  /** Returns an empty list if storage is unavailable. */
  function stored(): T[] {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
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
      if (items.length > 0) localStorage.setItem(key, JSON.stringify(items));
      else localStorage.removeItem(key);
    } catch {
      // Storage is unavailable: the list lasts until the page is reloaded.
    }
    for (const listener of listeners) listener();
  }
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
  return { current, change, useItems: () => useSyncExternalStore(subscribe, current) };
}
