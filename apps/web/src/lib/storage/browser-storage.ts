import { clearSavedData } from './saved-data.ts';
import { reloadStoredLists } from './stored-list.ts';
import { preferences, readStored } from './stored-text.ts';

/** Call before the browser is forgotten: the server's reply may clear the storage. */
export function readPreferences(): Map<string, string> {
  return new Map(
    preferences.flatMap((name) => {
      const value = readStored(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Clears everything this site has stored in the browser, for all tabs, and restores the preferences. */
export function clearPersonalStorage(saved: ReadonlyMap<string, string>): void {
  try {
    clearSavedData();
    sessionStorage.clear();
    localStorage.clear();
    for (const [name, value] of saved) localStorage.setItem(name, value);
  } catch {
    // Storage is unavailable, so there is nothing in it.
  }
  reloadStoredLists();
}
