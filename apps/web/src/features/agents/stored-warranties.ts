import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { lookupItems, maxLookupItems } from '@warranty/contracts/lookup-items';
import { call } from '../../lib/api.ts';
import { type DeviceWarranty, isDell, withSerial } from './device-warranty.ts';

const maxSerialLength = 200;

const isLookupItem = ({ serial }: DiscoveredDevice) =>
  serial !== null && serial.trim() !== '' && serial.length <= maxSerialLength;

/**
 * The last known warranties of these devices, which calls no vendor. They come from earlier lookups of the same user on
 * any screen, also of the same devices in an earlier scan.
 */
export async function readStoredWarranties(
  devices: readonly DiscoveredDevice[],
): Promise<Map<string, DeviceWarranty>> {
  const stored = new Map<string, DeviceWarranty>();
  const open = withSerial(devices).filter(isLookupItem);
  for (let from = 0; from < open.length; from += maxLookupItems) {
    const batch = open.slice(from, from + maxLookupItems);
    const items = batch.map((device) => {
      const manufacturer = isDell(device) ? 'Dell' : device.manufacturer;
      return { serialNumber: device.serial ?? '', ...(manufacturer && { manufacturer }) };
    });
    const results = await call(lookupItems, { body: { items, cachedOnly: true } });
    for (const [index, { id }] of batch.entries()) {
      const result = results[index];
      if (result?.outcome !== 'found' && result?.outcome !== 'not-known') continue;
      stored.set(id, {
        state: 'answered',
        result: { ...result, manufacturer: result.manufacturer ?? '' },
      });
    }
  }
  return stored;
}
