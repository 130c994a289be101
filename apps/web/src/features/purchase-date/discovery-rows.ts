import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { deviceEvidence } from '@warranty/domain/prediction/device-evidence';

/** Converts the devices of a scan to file rows. */
export function discoveryRows(devices: readonly DiscoveredDevice[]): Record<string, string>[] {
  return devices.map((device) => {
    const { type, manufacturer, model, serial } = deviceEvidence(device);
    return {
      assetId: device.hostname ?? device.ip,
      typeName: type,
      serialNumber: serial,
      manufacturer,
      modelNumber: model,
      hostname: device.hostname ?? '',
      ip: device.ip,
      mac: device.mac ?? '',
    };
  });
}
