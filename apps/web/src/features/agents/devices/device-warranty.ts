import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { RequestError } from '@warranty/contracts/core/client';
import type { WarrantyResult } from '@warranty/contracts/warranty';
import { detectManufacturer } from '@warranty/domain/detect-manufacturer';
import { userMessageOr } from '../../../lib/api/error-text.ts';

export type DeviceWarranty =
  | { state: 'asking' }
  | { state: 'answered'; result: WarrantyResult }
  | { state: 'failed'; text: string; needsKeys: boolean };

/** The result, if there is one. */
export function resultOf(warranty: DeviceWarranty | undefined): WarrantyResult | null {
  return warranty?.state === 'answered' ? warranty.result : null;
}

export function withSerial<D extends Pick<DiscoveredDevice, 'serial'>>(devices: readonly D[]): D[] {
  return devices.filter(({ serial }) => serial !== null);
}

export function isDell({ manufacturer, model, serial }: DiscoveredDevice): boolean {
  const { manufacturer: detected } = detectManufacturer({
    ...(manufacturer && { given: manufacturer }),
    ...(model && { model }),
    ...(serial && { identifier: serial }),
  });
  return detected === 'Dell';
}

/** Prefers the server's message. Missing keys are not a failure of the device. */
export function failedWarranty(error: unknown): DeviceWarranty {
  const code = error instanceof RequestError ? error.code : undefined;
  return {
    state: 'failed',
    text: userMessageOr(error, 'Failed to look up the warranty. Try again later.'),
    needsKeys: code === 'vendor_keys_missing' || code === 'vendor_keys_refused',
  };
}
