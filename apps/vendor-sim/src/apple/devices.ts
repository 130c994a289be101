// Defines which serials are in the organization, and which of them the list contains.
import { createCatalog, type Mode } from '../catalog.ts';
import type { Device } from './device.ts';
import { generatedDevice } from './generated.ts';
import { SAMPLES } from './samples.ts';

export const deviceOf = createCatalog<Device | undefined>({
  samples: SAMPLES,
  // The fourth character of a dated serial is never a digit.
  reserved: /^SMP0[0-9A-Z]{8}$/,
  wellFormed: /^[0-9A-Z]{10,12}$/,
  generated: generatedDevice,
  unknown: () => undefined,
});

/** There are too many known serials to list them all. */
const FLEET = Array.from({ length: 60 }, (_, index) => `SMP0FLEE${String(index + 1).padStart(4, '0')}`);
const LISTED = [...SAMPLES.map(({ tag }) => tag), ...FLEET].sort();

export function listedDevices(mode: Mode, now: number): Device[] {
  return LISTED.flatMap((serial) => deviceOf(serial, mode, now) ?? []);
}
