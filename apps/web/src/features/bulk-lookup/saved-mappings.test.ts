import { nameColumns } from '@warranty/domain/csv/columns';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deleteSavedMapping, findSavedMapping, saveMapping } from './saved-mappings.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const columns = nameColumns(['Serial Number', 'Bought', 'Owner']);

it('is recalled for the same headers in another order and spelling', () => {
  saveMapping(columns, { modelNumber: 'Serial Number', purchaseDate: 'Bought' });
  expect(findSavedMapping(nameColumns(['bought', 'OWNER', 'serial_number']))).toEqual({
    modelNumber: 'serial_number',
    purchaseDate: 'bought',
  });
});

it('is not recalled for other headers, nor after it was forgotten', () => {
  saveMapping(columns, { modelNumber: 'Owner' });
  expect(findSavedMapping(nameColumns(['Serial Number', 'Bought']))).toBeNull();
  deleteSavedMapping(columns);
  expect(findSavedMapping(columns)).toBeNull();
});

it('keeps the last twenty', () => {
  for (let at = 0; at < 25; at += 1) saveMapping(nameColumns([`Serial ${at}`]), {});
  expect(findSavedMapping(nameColumns(['Serial 4']))).toBeNull();
  expect(findSavedMapping(nameColumns(['Serial 5']))).toEqual({});
});

it.each([
  '[',
  '{"a":1}',
  '[null, 3, {"headers": 1}]',
  '[{"headers":"serialnumber","fields":[["nonsense","x"]]}]',
])('does without what it cannot read: %s', (text) => {
  kept.set('bulk-mappings', text);
  expect(() => findSavedMapping(nameColumns(['Serial Number']))).not.toThrow();
});
