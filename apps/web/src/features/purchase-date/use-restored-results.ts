import { useEffect, useState } from 'react';
import { establishSession } from '../../lib/session.ts';
import { type AssetFile, openAssetFile } from './asset-file.ts';
import type { ShownResults } from './asset-messages.ts';
import { readSlot } from './tab-results.ts';

/** Restores the results that this tab had before it was reloaded. Returns whether that is still in progress. */
export function useRestoredResults(
  restores: boolean,
  onRestored: (file: AssetFile, shown: ShownResults) => void,
): boolean {
  const [slot] = useState(() => (restores ? readSlot() : null));
  const [isRestoring, setRestoring] = useState(slot !== null);
  useEffect(() => {
    if (slot === null) return;
    const file = openAssetFile();
    let isWanted = true;
    let isTaken = false;
    const restore = async () => {
      const shown = await file.ask('restore', { slot, owner: await establishSession() });
      if (!isWanted || !shown) return;
      isTaken = true;
      onRestored(file, shown);
    };
    restore()
      .catch(() => undefined)
      .finally(() => {
        if (!isTaken) file.close();
        if (isWanted) setRestoring(false);
      });
    return () => {
      isWanted = false;
      if (!isTaken) file.close();
    };
  }, [slot, onRestored]);
  return isRestoring;
}
