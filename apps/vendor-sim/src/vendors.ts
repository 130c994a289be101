// The vendors by their names under /sim/.
import { apple } from './apple/apple.ts';
import { cisco } from './cisco/cisco.ts';
import { dell } from './dell/dell.ts';
import { hp } from './hp/hp.ts';
import { lenovo } from './lenovo/lenovo.ts';
import { meraki } from './meraki/meraki.ts';

/** Dell is the first one, because it handles the paths that no other vendor claims. */
export const VENDORS = { dell, hp, lenovo, cisco, meraki, apple };

export type VendorId = keyof typeof VENDORS;
