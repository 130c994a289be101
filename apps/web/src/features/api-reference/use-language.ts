import { exampleLanguages } from '@warranty/domain/request-examples/languages';
import { useSyncExternalStore } from 'react';

const storageKey = 'api-reference-language';
const listeners = new Set<() => void>();

function stored(): string {
  try {
    const value = localStorage.getItem(storageKey);
    return exampleLanguages.find(({ id }) => id === value)?.id ?? 'sh';
  } catch {
    return 'sh';
  }
}

let language: string | null = null;

function current(): string {
  language ??= stored();
  return language;
}

function choose(next: string): void {
  language = next;
  try {
    localStorage.setItem(storageKey, next);
  } catch {
    // Storage is unavailable: the choice lasts until the page is reloaded.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language of all examples, remembered for the next visit. */
export function useLanguage(): [string, (next: string) => void] {
  return [useSyncExternalStore(subscribe, current), choose];
}
