import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { normalizeManufacturer } from '../detect-manufacturer.ts';
import { deviceTypeIn } from './description.ts';

type Scanned = Pick<DiscoveredDevice, 'kind' | 'vendor' | 'manufacturer' | 'model' | 'serial'>;

/** What a scan knows of a device that can date it; '' where it knows nothing. */
export interface DeviceEvidence {
  type: string;
  manufacturer: string;
  model: string;
  serial: string;
}

/** Who made the network card is who made the device only where that is a maker of devices. */
function manufacturerOf({ manufacturer, vendor }: Scanned): string {
  if (manufacturer) return manufacturer;
  const maker = vendor ? normalizeManufacturer(vendor) : null;
  return maker?.known ? maker.name : '';
}

/** The same whether one device is evaluated or all of its scan. */
export function deviceEvidence(device: Scanned): DeviceEvidence {
  const { kind, model, serial } = device;
  return {
    // The model tells a laptop from a desktop, which open ports cannot.
    type: deviceTypeIn(model ?? '') || (kind === 'unknown' ? '' : kind),
    manufacturer: manufacturerOf(device),
    model: model ?? '',
    serial: serial ?? '',
  };
}
