import type { BulkRowDetails } from '@warranty/contracts/bulk-results';
import { expect, it } from 'vitest';
import { rowText } from './row-text.ts';

const now = new Date('2026-11-17T12:00:00Z');
const skipped: BulkRowDetails = {
  listed: {
    ...{ row: 4, line: 5, modelNumber: '', manufacturer: 'Dell', outcome: 'skipped', status: 'unknown' },
    noCoverage: false,
    ...{ startDate: null, endDate: null, endsAt: null, serviceLevel: null, retryAt: null, sameDevice: 1 },
    error: 'There is no serial number.',
  },
  cells: [
    { column: 'Asset', value: 'PC-4', isShortened: false },
    { column: 'Serial', value: ' ', isShortened: false },
    { column: 'Notes', value: 'a long', isShortened: true },
  ],
  differences: [],
  result: null,
};

it('has the reason of a row without a result, and every cell that is not blank', () =>
  expect(rowText(skipped, null, now)).toBe(
    'Dell\nThere is no serial number.\n\nAsset: PC-4\nNotes: a long...',
  ));

it('starts with the result, if there is one', () =>
  expect(rowText({ ...skipped, cells: [] }, 'Covered until 2028', now)).toBe('Covered until 2028'));
