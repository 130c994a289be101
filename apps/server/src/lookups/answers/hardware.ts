import type { Hardware } from '@warranty/contracts/warranty';
import { startDateOf } from '@warranty/domain/warranty-dates';

/**
 * What every kind of lookup says about a device. Dell leaves out the description of many devices, but names their product
 * line: without it, a user would not see what the device is.
 */
export function toHardware(device: Hardware): Hardware {
  return {
    serviceTag: device.serviceTag,
    productCode: device.productCode,
    productLineDescription: device.productLineDescription,
    productFamily: device.productFamily,
    shipDate: startDateOf(device.shipDate),
    localChannel: device.localChannel,
    productLobDescription: device.productLobDescription,
    countryCode: device.countryCode,
    systemDescription: device.systemDescription ?? device.productLineDescription,
  };
}
