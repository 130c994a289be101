import { useConfig } from '../../../lib/config.ts';
import { useUserVendors } from '../../../lib/vendor-keys.ts';
import { type VendorChoice, vendorChoice } from './vendor-choice.ts';

export function useVendorChoice(): VendorChoice {
  return vendorChoice(useUserVendors(), useConfig()?.dellReady ?? true);
}
