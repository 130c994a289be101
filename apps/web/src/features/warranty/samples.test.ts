import { expect, it } from 'vitest';
import { firstSamples, offeredSamples, sampleFields, sampleLabel } from './samples.ts';

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

it('begins with six, of each manufacturer in turn', () => {
  const many = (manufacturer: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...dell,
      manufacturer,
      identifier: `${manufacturer} ${at}`,
    }));
  const first = firstSamples([...many('Dell', 5), ...many('Lenovo', 4), ...many('HP', 1)]);
  expect(first.map(({ identifier }) => identifier)).toEqual([
    ...['Dell 0', 'Dell 1', 'Dell 2', 'Lenovo 0', 'Lenovo 1', 'HP 0'],
  ]);
  expect(firstSamples(many('Dell', 4))).toHaveLength(4);
});
