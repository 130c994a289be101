import { clearSavedData } from './saved-data.ts';
import { reloadStoredLists } from './stored-list.ts';

/** Settings that reveal nothing about the user: the theme, shortcuts, languages, and notices that were already shown. */
const preferences = [
  'vite-ui-theme',
  'testers-needed-shown',
  'single-key-shortcuts',
  'api-reference-language',
];

/** Call before the browser is forgotten: the server's reply may clear the storage. */
export function readPreferences(): Map<string, string> {
  const kept = new Map<string, string>();
  try {
    for (const name of preferences) {
      const value = localStorage.getItem(name);
      if (value !== null) kept.set(name, value);
    }
  } catch {
    // Storage is unavailable, so there is nothing in it.
  }
  return kept;
}

/** Clears everything this site has stored in the browser, for all tabs, and restores the preferences. */
export function clearPersonalStorage(kept: ReadonlyMap<string, string>): void {
  try {
    clearSavedData();
    sessionStorage.clear();
    localStorage.clear();
    for (const [name, value] of kept) localStorage.setItem(name, value);
  } catch {
    // Storage is unavailable, so there is nothing in it.
  }
  reloadStoredLists();
}
