import { vendorsWithKeys } from '@warranty/contracts/vendors';
import { expect, it } from 'vitest';
import { keyGuides } from './key-guides.ts';

it('tells for every vendor that takes keys how to come by them', () => {
  expect(Object.keys(keyGuides).sort()).toEqual(vendorsWithKeys.map(({ id }) => id).sort());
});

it('links by https only', () => {
  const links = Object.values(keyGuides).flatMap(({ link }) => link ?? []);
  expect(links.every(({ url }) => url.startsWith('https://'))).toBe(true);
});
