import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { normaliseMaker } from '@warranty/domain/manufacturer';

/** Who made the network card is who made the device only where that is a maker of devices. */
function makerOf({ manufacturer, vendor }: DiscoveredDevice): string {
  if (manufacturer) return manufacturer;
  const maker = vendor ? normaliseMaker(vendor) : null;
  return maker?.known ? maker.name : '';
}

/** The devices of a scan as rows of a file. */
export function discoveryRows(devices: readonly DiscoveredDevice[]): Record<string, string>[] {
  return devices.map((device) => ({
    assetId: device.hostname ?? device.ip,
    typeName: device.kind === 'unknown' ? '' : device.kind,
    serialNumber: device.serial ?? '',
    manufacturer: makerOf(device),
    modelNumber: device.model ?? '',
    hostname: device.hostname ?? '',
    ip: device.ip,
    mac: device.mac ?? '',
  }));
}
