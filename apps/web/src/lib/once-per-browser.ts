/**
 * Returns true the first time in this browser, and stores that. If storage is unavailable, always returns false, so that
 * nothing is shown on every visit.
 */
export function oncePerBrowser(name: string): boolean {
  try {
    if (localStorage.getItem(name) !== null) return false;
    localStorage.setItem(name, new Date().toISOString());
    return true;
  } catch {
    return false;
  }
}
