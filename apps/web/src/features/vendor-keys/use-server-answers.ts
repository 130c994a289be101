import { useConfig } from '../../shared/server/config.ts';
import { storedCount, type VendorView } from './vendor-view.ts';

/** Whether lookups of this vendor use the server's own keys, because the user has not stored all of theirs. */
export function useServerAnswers(vendor: VendorView): boolean {
  const dellReady = useConfig()?.dellReady ?? false;
  return vendor.id === 'dell' && dellReady && storedCount(vendor) < vendor.keys.length;
}
