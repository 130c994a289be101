type Where = 'local' | 'session';

// Storage may be unavailable (private windows, policies). Pages work without it: nothing is stored then.

/** Local storage is shared by all tabs; session storage belongs to one. */
const storageOf = (where: Where) => (where === 'session' ? sessionStorage : localStorage);

/** Null if nothing is stored. */
export function readStored(key: string, where: Where = 'local'): string | null {
  try {
    return storageOf(where).getItem(key);
  } catch {
    return null;
  }
}

/** Null removes it. Returns whether it worked. */
export function store(key: string, text: string | null, where: Where = 'local'): boolean {
  try {
    if (text === null) storageOf(where).removeItem(key);
    else storageOf(where).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
