/** Keys that follow each other faster come from a barcode scanner. */
const burstMs = 60;
const storageKey = 'single-key-shortcuts';

/** Pages work without storage; then the shortcuts are on. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Storage is unavailable: the choice lasts until the page is reloaded.
  }
}

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
