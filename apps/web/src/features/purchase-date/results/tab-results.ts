import { removeSaved } from '../../../lib/storage/saved-data.ts';
import { establishSession } from '../../../shared/session/session.ts';
import type { AssetFile } from '../file/asset-file.ts';
import type { ShownResults } from '../file/asset-messages.ts';

// The results that this tab has saved, so that a reload of it restores them and not those of another tab.

const key = 'predictor-results';

/** Null if this tab has saved nothing, or storage is unavailable. */
export function readSlot(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export async function saveTabResults(file: AssetFile, shown: ShownResults): Promise<boolean> {
  try {
    const slot = readSlot() ?? crypto.randomUUID();
    sessionStorage.setItem(key, slot);
    return await file.ask('save', { slot, owner: await establishSession(), shown });
  } catch {
    return false;
  }
}

export function removeTabResults(): void {
  const slot = readSlot();
  if (slot === null) return;
  sessionStorage.removeItem(key);
  void removeSaved(slot);
}
