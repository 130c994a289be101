import type { ConfigReply } from '@warranty/contracts/system';
import type { LookupFields } from './useLookupFields.ts';

export type Sample = ConfigReply['samples'][number];

const system = 'Dell';

/** Those that can be answered: Dell's always, another vendor's once the user has keys for it. */
export function offeredSamples(samples: readonly Sample[], userVendors: readonly string[]): Sample[] {
  return samples.filter(({ manufacturer }) => manufacturer === system || userVendors.includes(manufacturer));
}

/** The maker is named where the identifier would not tell it. */
export function sampleFields({ identifier, manufacturer }: Sample): LookupFields {
  return { modelNumber: identifier, manufacturer: manufacturer === system ? '' : manufacturer };
}

export function sampleLabel({ label, manufacturer }: Sample): string {
  return manufacturer === system || label.includes(manufacturer) ? label : `${manufacturer}: ${label}`;
}
