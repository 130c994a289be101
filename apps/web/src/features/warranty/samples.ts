import type { ConfigReply } from '@warranty/contracts/system';
import type { LookupFields } from './useLookupFields.ts';

export type Sample = ConfigReply['samples'][number];

const system = 'Dell';

/** Samples that can be looked up: always Dell's, and other vendors' if the user has keys for them. */
export function offeredSamples(samples: readonly Sample[], userVendors: readonly string[]): Sample[] {
  return samples.filter(({ manufacturer }) => manufacturer === system || userVendors.includes(manufacturer));
}

/** Includes the manufacturer if it cannot be detected from the identifier. */
export function sampleFields({ identifier, manufacturer }: Sample): LookupFields {
  return { modelNumber: identifier, manufacturer: manufacturer === system ? '' : manufacturer };
}

export function sampleLabel({ label, manufacturer }: Sample): string {
  return manufacturer === system || label.includes(manufacturer) ? label : `${manufacturer}: ${label}`;
}
