// Which serials exist, in which organization, and which of them the lists show.
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

/** Not every known serial can be listed, there are too many: the samples, and a fleet of the reserved form. */
const FLEET = Array.from({ length: 60 }, (_, index) => `Q2SM-FLEE-${String(index + 1).padStart(4, '0')}`);
const LISTED = [...SAMPLES.map(({ tag }) => tag), ...FLEET].sort();

interface Wanted {
  organization: Organization;
  mode: Mode;
  now: number;
  query: URLSearchParams;
}

/** `serials[]` names devices in full; `serial` is a part of a serial, or all of it. */
export function devicesOf({ organization, mode, now, query }: Wanted): Device[] {
  const named = query.getAll('serials[]').map((serial) => serial.toUpperCase());
  const part = query.get('serial')?.toUpperCase() ?? '';
  const serials = named.length > 0 ? named : [...LISTED, part];
  return [...new Set(serials)]
    .filter((serial) => serial.includes(part))
    .flatMap((serial) => deviceOf(serial, mode, now) ?? [])
    .filter((device) => device.organization === organization);
}
