import { expect, it } from 'vitest';
import { offeredSamples, sampleFields, sampleLabel } from './samples.ts';

const dell = { identifier: 'ABC1234', label: 'active', manufacturer: 'Dell' };
const lenovo = { identifier: 'PFSIM001', label: 'active', manufacturer: 'Lenovo' };

it("always offers Dell samples, and other vendors' samples if the user has keys for them", () => {
  expect(offeredSamples([dell, lenovo], [])).toEqual([dell]);
  expect(offeredSamples([dell, lenovo], ['Lenovo', 'HP'])).toEqual([dell, lenovo]);
});

it('includes the manufacturer if it cannot be detected from the identifier', () => {
  expect(sampleFields(dell)).toEqual({ modelNumber: 'ABC1234', manufacturer: '' });
  expect(sampleFields(lenovo)).toEqual({ modelNumber: 'PFSIM001', manufacturer: 'Lenovo' });
  expect([sampleLabel(dell), sampleLabel(lenovo)]).toEqual(['active', 'Lenovo: active']);
  expect(sampleLabel({ ...lenovo, label: 'Lenovo, active' })).toBe('Lenovo, active');
});
