import { readStored, store } from '../../lib/storage/stored-text.ts';

/** Keys that follow each other faster come from a barcode scanner. */
const burstMs = 60;
const storageKey = 'single-key-shortcuts';

export const areSingleKeysOn = (): boolean => readStored(storageKey) !== 'off';

export const setSingleKeys = (on: boolean) => store(storageKey, on ? null : 'off');

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null
  );
}

/**
 * Calls `act` for `/` and `?`, unless someone types or a scanner does: a key counts only if none comes shortly before or
 * after it. Returns a function that stops listening.
 */
export function listenForSingleKeys(act: (key: string) => void): () => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onKey = (event: KeyboardEvent) => {
    const { key, timeStamp } = event;
    // Shift, Escape and the like are not part of a barcode.
    if (key.length > 1) return;
    const isBurst = timeStamp - lastAt < burstMs;
    lastAt = timeStamp;
    clearTimeout(timer);
    if (isBurst || (key !== '/' && key !== '?')) return;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !areSingleKeysOn())
      return;
    event.preventDefault();
    timer = setTimeout(() => act(key), burstMs);
  };
  addEventListener('keydown', onKey);
  return () => {
    clearTimeout(timer);
    removeEventListener('keydown', onKey);
  };
}
