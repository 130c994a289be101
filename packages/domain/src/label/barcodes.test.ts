import { it } from 'vitest';
import { expectRecorded } from '../../test/recorded.ts';
import { readBarcodes } from './barcodes.ts';

it('returns what is recorded', () => expectRecorded(import.meta, 'barcodes', { readBarcodes }));
