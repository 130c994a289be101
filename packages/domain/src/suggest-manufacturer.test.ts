import { it } from 'vitest';
import { expectRecorded } from '../test/recorded.ts';
import { detectManufacturer } from './detect-manufacturer.ts';
import { suggestManufacturer } from './suggest-manufacturer.ts';

it('returns what is recorded', () =>
  expectRecorded(import.meta, 'suggest-manufacturer', { detectManufacturer, suggestManufacturer }));
