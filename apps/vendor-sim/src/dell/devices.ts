// The tags that Dell knows, and their devices.
import { createCatalog } from '../catalog.ts';
import { generatedRow } from './generated.ts';
import { type AssetRow, unknownRow } from './row.ts';
import { SAMPLES } from './samples.ts';

export const deviceRow = createCatalog<AssetRow>({
  samples: SAMPLES,
  reserved: /^SMP[0-9A-Z]{4}$/,
  wellFormed: /^(?:[0-9A-Z]{5}|[0-9A-Z]{7})$/,
  generated: generatedRow,
  unknown: unknownRow,
});
