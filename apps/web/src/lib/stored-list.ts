import { useSyncExternalStore } from 'react';

interface StoredListOptions<T> {
  /** Its name in the storage of this browser. */
  key: string;
  maxItems: number;
  /** Anybody may have written to the storage. */
  isItem: (value: unknown) => value is T;
}

/** A short list that this browser keeps for all its tabs, newest first. */
export function createStoredList<T>({ key, maxItems, isItem }: StoredListOptions<T>) {
  const listeners = new Set<() => void>();
  let items: T[] | null = null;

  /** Storage can be closed to us. */
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
      // Kept for this page only.
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
