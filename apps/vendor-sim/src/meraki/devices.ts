// Defines which serials exist, in which organization, and which of them the lists contain.
import { createCatalog, type Mode } from '../catalog.ts';
import type { Device } from './device.ts';
import { generatedDevice } from './generated.ts';
import type { Organization } from './organizations.ts';
import { SAMPLES } from './samples.ts';

export const deviceOf = createCatalog<Device | undefined>({
  samples: SAMPLES,
  reserved: /^Q2SM-[0-9A-Z]{4}-[0-9A-Z]{4}$/,
  wellFormed: /^Q[0-9A-Z]{3}-[0-9A-Z]{4}-[0-9A-Z]{4}$/,
  generated: generatedDevice,
  unknown: () => undefined,
});

/**
 * There are too many known serials to list them all, so the lists contain the samples and a fleet with reserved serials.
 */
const FLEET = Array.from({ length: 60 }, (_, index) => `Q2SM-FLEE-${String(index + 1).padStart(4, '0')}`);
const LISTED = [...SAMPLES.map(({ tag }) => tag), ...FLEET].sort();

interface Wanted {
  organization: Organization;
  mode: Mode;
  now: number;
  query: URLSearchParams;
}

/** `serials[]` matches full serials; `serial` matches any part of a serial. */
export function devicesOf({ organization, mode, now, query }: Wanted): Device[] {
  const named = query.getAll('serials[]').map((serial) => serial.toUpperCase());
  const part = query.get('serial')?.toUpperCase() ?? '';
  const serials = named.length > 0 ? named : [...LISTED, part];
  return [...new Set(serials)]
    .filter((serial) => serial.includes(part))
    .flatMap((serial) => deviceOf(serial, mode, now) ?? [])
    .filter((device) => device.organization === organization);
}
