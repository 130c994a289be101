const key = 'has-runs';

/** Whether this browser has seen runs of its own, before they are loaded again: what is below them can then wait for them. */
export function hadRuns(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function noteRuns(hasRuns: boolean): void {
  try {
    if (hasRuns) localStorage.setItem(key, '1');
    else localStorage.removeItem(key);
  } catch {
    // Storage is unavailable: what is below the runs moves when they are loaded.
  }
}
