// The parts of a device, for the two calls that take a single tag.
import { randomFor } from '../random.ts';
import type { AssetRow } from './row.ts';

const PARTS = [
  ['PRC,I5,2.1G', 'Processor'],
  ['DIMM,16GB,3200', 'Memory Module'],
  ['SSDR,512,M.2', 'Solid State Drive'],
  ['ADPT,AC,65W', 'Power Adapter'],
  ['LCD,14,FHD', 'Display Panel'],
  ['CRD,NTWK,WLAN', 'Wireless Network Card'],
  ['BTRY,PRIM,58WHR', 'Primary Battery'],
] as const;

const LETTERS = 'ABCDEFGHJKLMNPRTVWXY0123456789';

export function componentsOf({ serviceTag, invalid }: AssetRow) {
  if (invalid) return [];
  const random = randomFor(`${serviceTag}/components`);
  const letter = () => LETTERS.charAt(random.int(0, LETTERS.length - 1));
  const parts = random.shuffle(PARTS).slice(0, random.int(3, PARTS.length));
  return parts.map(([partDescription, itemDescription]) => ({
    itemNumber: `338-${String(random.int(0, 9999)).padStart(4, '0')}`,
    partNumber: Array.from({ length: 5 }, letter).join(''),
    partQuantity: itemDescription === 'Memory Module' ? random.int(1, 4) : 1,
    partDescription,
    itemDescription,
  }));
}
