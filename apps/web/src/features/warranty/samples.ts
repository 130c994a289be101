import type { ConfigReply } from '@warranty/contracts/system';
import type { LookupFields } from './use-lookup-fields.ts';

export type Sample = ConfigReply['samples'][number];

const system = 'Dell';

/** Samples that can be looked up: always Dell's, and other vendors' if the user has keys for them. */
export function offeredSamples(samples: readonly Sample[], userVendors: readonly string[]): Sample[] {
  return samples.filter(({ manufacturer }) => manufacturer === system || userVendors.includes(manufacturer));
}

const maxFirst = 6;

/** A few to begin with: of each manufacturer in turn, in the order of the list. */
export function firstSamples(samples: readonly Sample[]): Sample[] {
  const seen = new Map<string, number>();
  const ranked = samples.map((sample) => {
    const rank = seen.get(sample.manufacturer) ?? 0;
    seen.set(sample.manufacturer, rank + 1);
    return { sample, rank };
  });
  const chosen = new Set(
    ranked
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, maxFirst)
      .map(({ sample }) => sample),
  );
  return samples.filter((sample) => chosen.has(sample));
}

/** Includes the manufacturer if it cannot be detected from the identifier. */
export function sampleFields({ identifier, manufacturer }: Sample): LookupFields {
  return { modelNumber: identifier, manufacturer: manufacturer === system ? '' : manufacturer };
}

export function sampleLabel({ label, manufacturer }: Sample): string {
  return manufacturer === system || label.includes(manufacturer) ? label : `${manufacturer}: ${label}`;
}
