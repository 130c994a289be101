import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { normalizeManufacturer } from '../detect-manufacturer.ts';
import { deviceTypeIn } from './description.ts';

type Scanned = Pick<DiscoveredDevice, 'kind' | 'vendor' | 'manufacturer' | 'model' | 'serial'>;

/** The network card vendor is used as the manufacturer only if it makes devices. */
function manufacturerOf({ manufacturer, vendor }: Scanned): string {
  if (manufacturer) return manufacturer;
  const normalized = vendor ? normalizeManufacturer(vendor) : null;
  return normalized?.known ? normalized.name : '';
}

/** The scanned fields that can date a device; '' if unknown. The same for a single device and for a whole scan. */
export function deviceEvidence(device: Scanned) {
  const { kind, model, serial } = device;
  return {
    // The model distinguishes a laptop from a desktop, which open ports cannot.
    type: deviceTypeIn(model ?? '') || (kind === 'unknown' ? '' : kind),
    manufacturer: manufacturerOf(device),
    model: model ?? '',
    serial: serial ?? '',
  };
}
