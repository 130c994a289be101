import type { VendorConfig } from '@warranty/contracts/vendor-keys';
import { expect, it } from 'vitest';
import { storedCount, type VendorView, vendorViews } from './vendor-view.ts';

const updatedAt = '2026-07-01T10:00:00Z';
const configs: VendorConfig[] = [
  {
    vendor: 'HP',
    isConfigured: false,
    keyTypes: { client_id: '••••••••ab12', client_secret: 'Not configured' },
    storedKeys: [{ keyType: 'client_id', description: 'Leeds', updatedAt }],
    lastUsedAt: null,
    lastTest: null,
  },
  {
    vendor: 'Lenovo',
    isConfigured: true,
    keyTypes: { api_key: '••••••••' },
    storedKeys: [{ keyType: 'api_key', description: null, updatedAt }],
    lastUsedAt: '2026-07-02T10:00:00Z',
    lastTest: null,
  },
];

function view(id: string, tested: string[] = []): VendorView {
  const found = vendorViews(configs, new Set(tested)).find((vendor) => vendor.id === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
}

it('lists the vendors that take keys, including those without stored keys', () => {
  const views = vendorViews([], new Set());
  expect(views.map(({ name }) => name)).toEqual(['Dell', 'Lenovo', 'HP', 'Cisco', 'Meraki', 'Apple']);
  expect(views.every((each) => !each.configured && storedCount(each) === 0)).toBe(true);
});

it('combines required keys with stored keys', () => {
  expect(view('hp').keys).toEqual([
    { type: 'client_id', masked: '••••••••ab12', description: 'Leeds', updatedAt },
    { type: 'client_secret', masked: null, description: null, updatedAt: null },
  ]);
  expect(view('lenovo').lastUsedAt).toBe('2026-07-02T10:00:00Z');
  expect([storedCount(view('hp')), storedCount(view('lenovo'))]).toEqual([1, 1]);
});

it('marks a vendor as configured after a passed test, and distinguishes that from stored keys', () => {
  expect(view('hp')).toMatchObject({ configured: false, testedOnly: false });
  expect(view('hp', ['hp'])).toMatchObject({ configured: true, testedOnly: true });
  expect(view('lenovo', ['lenovo'])).toMatchObject({ configured: true, testedOnly: false });
});

it('asks for a test of stored keys until one follows the last change', () => {
  const lastTest = { success: true, outcome: 'works', message: 'Lenovo accepted the key.' } as const;
  const isUntested = (testedAt: string) => {
    const [hp, lenovo] = configs as [VendorConfig, VendorConfig];
    const tested = { ...lenovo, lastTest: { ...lastTest, testedAt } };
    return vendorViews([hp, tested], new Set()).find(({ id }) => id === 'lenovo')?.isUntested;
  };
  expect(view('hp').isUntested).toBe(false);
  expect(view('lenovo').isUntested).toBe(true);
  expect(isUntested('2026-07-01T09:00:00Z')).toBe(true);
  expect(isUntested('2026-07-01T11:00:00Z')).toBe(false);
});
