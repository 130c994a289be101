// The vendors other than Dell, by their names in /sim/counts and /sim/faults.
import { apple } from './apple/apple.ts';
import { cisco } from './cisco/cisco.ts';
import { hp } from './hp/hp.ts';
import { lenovo } from './lenovo/lenovo.ts';
import { meraki } from './meraki/meraki.ts';

export const VENDORS = { hp, lenovo, cisco, meraki, apple };
