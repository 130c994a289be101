import { nameColumns } from '@warranty/domain/csv/columns';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deleteSavedMapping, findSavedMapping, saveMapping } from './saved-mappings.ts';

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const columns = nameColumns(['Serial Number', 'Bought', 'Owner']);

it('a mapping is restored for the same headers in another order and spelling', () => {
  saveMapping(columns, { modelNumber: 'Serial Number', purchaseDate: 'Bought' });
  expect(findSavedMapping(nameColumns(['bought', 'OWNER', 'serial_number']))).toEqual({
    modelNumber: 'serial_number',
    purchaseDate: 'bought',
  });
});

it('a mapping is not restored for other headers or after it was deleted', () => {
  saveMapping(columns, { modelNumber: 'Owner' });
  expect(findSavedMapping(nameColumns(['Serial Number', 'Bought']))).toBeNull();
  deleteSavedMapping(columns);
  expect(findSavedMapping(columns)).toBeNull();
});

it('keeps the last twenty mappings', () => {
  for (let index = 0; index < 25; index += 1) saveMapping(nameColumns([`Serial ${index}`]), {});
  expect(findSavedMapping(nameColumns(['Serial 4']))).toBeNull();
  expect(findSavedMapping(nameColumns(['Serial 5']))).toEqual({});
});

it.each([
  '[',
  '{"a":1}',
  '[null, 3, {"headers": 1}]',
  '[{"headers":"serialnumber","fields":[["nonsense","x"]]}]',
])('ignores invalid storage: %s', (text) => {
  storage.set('bulk-mappings', text);
  expect(() => findSavedMapping(nameColumns(['Serial Number']))).not.toThrow();
});
