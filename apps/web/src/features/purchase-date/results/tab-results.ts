import { removeSaved } from '../../../lib/storage/saved-data.ts';
import { readStored, store } from '../../../lib/storage/stored-text.ts';
import { establishSession } from '../../../shared/session/session.ts';
import type { AssetFile } from '../file/asset-file.ts';
import type { ShownResults } from '../file/asset-messages.ts';

// The results that this tab has saved, so that a reload of it restores them and not those of another tab.

const key = 'predictor-results';

/** Null if this tab has saved nothing. */
export const readSlot = (): string | null => readStored(key, 'session');

export async function saveTabResults(file: AssetFile, shown: ShownResults): Promise<boolean> {
  const slot = readSlot() ?? crypto.randomUUID();
  if (!store(key, slot, 'session')) return false;
  try {
    const { owner } = await establishSession();
    return await file.ask('save', { slot, owner, shown });
  } catch {
    return false;
  }
}

export function removeTabResults(): void {
  const slot = readSlot();
  if (slot === null) return;
  store(key, null, 'session');
  void removeSaved(slot);
}
