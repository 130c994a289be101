import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { RequestError } from '@warranty/contracts/core/client';
import type { ScanLookup } from '@warranty/contracts/scan-lookups';
import type { WarrantyResult } from '@warranty/contracts/warranty';
import { detectManufacturer } from '@warranty/domain/detect-manufacturer';
import { userMessageOr } from '../../../lib/api/error-text.ts';

export type DeviceWarranty =
  | { state: 'asking' }
  | { state: 'answered'; result: WarrantyResult }
  | { state: 'failed'; text: string; needsKeys: boolean };

/** By the id of the device. */
export type Answers = ReadonlyMap<string, DeviceWarranty>;

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

const recentMs = 24 * 3600 * 1000;

/** A result of the last day. */
export function isRecent(warranty: DeviceWarranty | undefined): boolean {
  const checkedAt = resultOf(warranty)?.source?.checkedAt;
  return checkedAt !== undefined && Date.parse(checkedAt) >= Date.now() - recentMs;
}

/** Adds what the lookup of the scan has failed to find and what it is looking up now, where nothing newer is known. */
export function withLookup(
  answers: Answers,
  lookup: ScanLookup | null,
  devices: readonly DiscoveredDevice[],
): Answers {
  if (!lookup) return answers;
  const merged = new Map(answers);
  const add = (id: string, warranty: DeviceWarranty) => {
    const known = answers.get(id);
    if (!known || (known.state === 'answered' && !isRecent(known))) merged.set(id, warranty);
  };
  if (lookup.status === 'processing') {
    const wanted = lookup.devices && new Set(lookup.devices);
    for (const { id } of withSerial(devices)) if (!wanted || wanted.has(id)) add(id, { state: 'asking' });
  }
  for (const { message: text, needsKeys, devices: failed } of lookup.failures)
    for (const id of failed) add(id, { state: 'failed', text, needsKeys });
  return merged;
}
