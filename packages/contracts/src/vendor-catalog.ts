import { cisco } from './catalog/cisco.ts';
import { dell } from './catalog/dell.ts';
import { hp } from './catalog/hp.ts';
import { lenovo } from './catalog/lenovo.ts';
import { meraki } from './catalog/meraki.ts';
import type { CatalogVendor } from './catalog/operation.ts';

export {
  type AuthRequirement,
  type CatalogVendor,
  lookupTimeoutMs,
  type OperationParameter,
  publicVendorBases,
  type TesterMethod,
  testerMethods,
  tokenTimeoutMs,
  type VendorBaseName,
  type VendorBases,
  type VendorOperation,
} from './catalog/operation.ts';

/** The vendors whose operations can be called directly, with the vendors' own paths, patterns and timeouts. */
export const vendorCatalog: readonly CatalogVendor[] = [dell, hp, cisco, lenovo, meraki];
