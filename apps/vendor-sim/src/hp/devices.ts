// The serials that HP knows, and their devices. The hint is a product number.
import { createCatalog } from '../catalog.ts';
import { generatedRow } from './generated.ts';
import { unknownRow, type WarrantyRow } from './row.ts';
import { SAMPLES } from './samples.ts';

export const deviceRow = createCatalog<WarrantyRow>({
  samples: SAMPLES,
  reserved: /^SMP[0-9A-Z]{7}$/,
  wellFormed: /^[0-9A-Z]{10}$/,
  generated: generatedRow,
  unknown: unknownRow,
});
