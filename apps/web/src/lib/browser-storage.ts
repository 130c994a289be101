/** What says nothing about the user: how the page looks, and what was shown to this browser once. */
const preferences = ['vite-ui-theme', 'testers-needed-shown'];

/** Read before everything is forgotten: the server's answer may empty the storage by itself. */
export function readPreferences(): Map<string, string> {
  const kept = new Map<string, string>();
  try {
    for (const name of preferences) {
      const value = localStorage.getItem(name);
      if (value !== null) kept.set(name, value);
    }
  } catch {
    // Storage is closed to us, so there is nothing in it.
  }
  return kept;
}

/** Empties what this browser keeps for us, in every tab of it, and puts the preferences back. */
export function clearPersonalStorage(kept: ReadonlyMap<string, string>): void {
  try {
    sessionStorage.clear();
    localStorage.clear();
    for (const [name, value] of kept) localStorage.setItem(name, value);
  } catch {
    // Storage is closed to us, so there is nothing in it.
  }
}
