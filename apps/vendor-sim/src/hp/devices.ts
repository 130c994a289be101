// Which serials HP knows, and as what; the hint is a product number.
import { catalogue } from '../catalogue.ts';
import { generatedRow } from './generated.ts';
import { unknownRow, type WarrantyRow } from './row.ts';
import { SAMPLES } from './samples.ts';

export const deviceRow = catalogue<WarrantyRow>({
  samples: SAMPLES,
  reserved: /^SMP[0-9A-Z]{7}$/,
  wellFormed: /^[0-9A-Z]{10}$/,
  generated: generatedRow,
  unknown: unknownRow,
});
