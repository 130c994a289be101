/** The one toast there is. A new one replaces the older. */
import { useSyncExternalStore } from 'react';

export interface ToastOptions {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  action?: { label: string; onAction: () => void };
  /** In milliseconds; 5,000 without it. `Infinity` stays until closed. */
  duration?: number;
}

interface ToastState {
  id: number;
  options: ToastOptions;
  open: boolean;
}

let current: ToastState | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: ToastState): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast, from anywhere. Gives back how to close it. */
export function toast(options: ToastOptions): () => void {
  lastId += 1;
  const id = lastId;
  change({ id, options, open: true });
  return () => closeToast(id);
}

const storageKey = 'toast-after-load';

/** Shows a toast on the next page of this tab, where a change ends with a page loaded anew. */
export function toastAfterLoad(options: Omit<ToastOptions, 'action'>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(options));
  } catch {
    // Storage is closed to us: the new page shows by itself that something changed.
  }
}

/** Called once, when the first page is there. */
export function showDeferredToast(): void {
  try {
    const text = sessionStorage.getItem(storageKey);
    if (text === null) return;
    sessionStorage.removeItem(storageKey);
    toast(JSON.parse(text) as ToastOptions);
  } catch {
    // Nothing that could be read was left for us.
  }
}

/** Keeps the words, so that they are there while the toast fades. */
export function closeToast(id: number): void {
  if (current?.id === id) change({ ...current, open: false });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToast(): ToastState | null {
  return useSyncExternalStore(subscribe, () => current);
}
