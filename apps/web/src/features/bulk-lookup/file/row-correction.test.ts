import { expect, it } from 'vitest';
import { correctionLabel, correctionOf, fileManufacturer, suggestedManufacturer } from './row-correction.ts';

const row = { cell: ' 7xk2p93 ', lookedUpAs: '7XK2P93' };

it.each([
  ['7XK2P94', fileManufacturer, { identifier: '7XK2P94' }],
  ['7xk2p93', 'HP', { manufacturer: 'HP' }],
  ['7XK2P93', 'HP', { manufacturer: 'HP' }],
  [' 5CG1023ABC ', 'HP', { identifier: '5CG1023ABC', manufacturer: 'HP' }],
  ['7XK2P93', fileManufacturer, null],
])('of %s, %s is what differs from the file', (identifier, manufacturer, expected) =>
  expect(correctionOf(row, identifier, manufacturer)).toEqual(expected),
);

it('names the manufacturer only if it was corrected', () => {
  expect(correctionLabel({ manufacturer: 'HP' }, row)).toBe('HP 7XK2P93');
  expect(correctionLabel({ identifier: '7XK2P94' }, row)).toBe('7XK2P94');
});

it('suggests the manufacturer of a conflict if we can ask it, unless the user has decided', () => {
  expect(suggestedManufacturer({ conflict: 'Lenovo' }, undefined)).toBe('Lenovo');
  expect(suggestedManufacturer({ conflict: 'Acer' }, undefined)).toBe(fileManufacturer);
  expect(suggestedManufacturer({ conflict: 'Lenovo' }, { identifier: 'PF2ABCDE' })).toBe(fileManufacturer);
});
