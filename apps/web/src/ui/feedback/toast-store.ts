/** Holds a single toast. A new one replaces the previous one. */
import { useSyncExternalStore } from 'react';

export interface ToastOptions {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  action?: { label: string; onAction: () => void };
  /** In milliseconds; defaults to 5,000. `Infinity` stays until closed. */
  duration?: number;
  /** Called once, when the toast is closed in any way or replaced by another one. */
  onEnd?: () => void;
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

/** Shows a toast. Can be called from anywhere. Returns a function that closes it. */
export function toast(options: ToastOptions): () => void {
  lastId += 1;
  const id = lastId;
  const previous = current;
  change({ id, options, open: true });
  if (previous?.open) previous.options.onEnd?.();
  return () => closeToast(id);
}

const storageKey = 'toast-after-load';

/** Shows a toast after the next page load in this tab, for changes that end with a reload. */
export function toastAfterLoad(options: Omit<ToastOptions, 'action' | 'onEnd'>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(options));
  } catch {
    // Storage is unavailable; the reloaded page itself shows the change.
  }
}

/** Called once, when the first page has loaded. */
export function showDeferredToast(): void {
  try {
    const text = sessionStorage.getItem(storageKey);
    if (text === null) return;
    sessionStorage.removeItem(storageKey);
    toast(JSON.parse(text) as ToastOptions);
  } catch {
    // Storage is unavailable, or the stored value cannot be parsed.
  }
}

/** Keeps the content, so that it stays visible while the toast fades out. */
export function closeToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  const { onEnd } = current.options;
  change({ ...current, open: false });
  onEnd?.();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentToast = (): ToastState | null => current;

export function useToast(): ToastState | null {
  return useSyncExternalStore(subscribe, currentToast);
}
