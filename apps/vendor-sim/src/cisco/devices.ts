// The serials that Cisco knows, and their devices.
import { createCatalog } from '../catalog.ts';
import { generatedRow } from './generated.ts';
import { type SerialRow, unknownRow } from './row.ts';
import { SAMPLES } from './samples.ts';

export const deviceRow = createCatalog<SerialRow>({
  samples: SAMPLES,
  reserved: /^SMP\d{2}(?:0[1-9]|[1-4]\d|5[0-3])[0-9A-Z]{4}$/,
  wellFormed: /^[A-Z]{3}\d{2}(?:0[1-9]|[1-4]\d|5[0-3])[0-9A-Z]{4}$/,
  generated: generatedRow,
  unknown: unknownRow,
});
