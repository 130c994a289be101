/** True the first time in this browser, and remembered. Where storage is closed to us: never, rather than always. */
export function oncePerBrowser(name: string): boolean {
  try {
    if (localStorage.getItem(name) !== null) return false;
    localStorage.setItem(name, new Date().toISOString());
    return true;
  } catch {
    return false;
  }
}
