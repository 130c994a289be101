/** Holds a single toast. A new one replaces the previous one. */
import { useSyncExternalStore } from 'react';
import { createListeners } from '../../lib/listeners.ts';
import { readStored, store } from '../../lib/storage/stored-text.ts';

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
const { notify, subscribe } = createListeners();

function change(next: ToastState): void {
  current = next;
  notify();
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
  store(storageKey, JSON.stringify(options), 'session');
}

/** Called once, when the first page has loaded. */
export function showDeferredToast(): void {
  const text = readStored(storageKey, 'session');
  if (text === null) return;
  store(storageKey, null, 'session');
  try {
    toast(JSON.parse(text) as ToastOptions);
  } catch {
    // The stored value cannot be parsed.
  }
}

/** Keeps the content, so that it stays visible while the toast fades out. */
export function closeToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  const { onEnd } = current.options;
  change({ ...current, open: false });
  onEnd?.();
}

export const currentToast = (): ToastState | null => current;

export function useToast(): ToastState | null {
  return useSyncExternalStore(subscribe, currentToast);
}
