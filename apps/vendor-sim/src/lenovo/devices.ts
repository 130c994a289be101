// The serials that Lenovo knows, and their machines. The hint is a machine type.
import { createCatalog } from '../catalog.ts';
import { generatedRow } from './generated.ts';
import { notFound, type WarrantyRow } from './row.ts';
import { SAMPLES } from './samples.ts';

export const deviceRow = createCatalog<WarrantyRow>({
  samples: SAMPLES,
  reserved: /^SMP[0-9A-Z]{5}$/,
  wellFormed: /^[A-Z][0-9A-Z]{6,7}$/,
  generated: generatedRow,
  unknown: notFound,
});
