import { vendorsWithKeys } from '@warranty/contracts/vendors';
import { expect, it } from 'vitest';
import { keyGuides } from './key-guides.ts';

it('explains how to get keys for every vendor that needs them', () => {
  expect(Object.keys(keyGuides).sort()).toEqual(vendorsWithKeys.map(({ id }) => id).sort());
});

it('uses only https links', () => {
  const links = Object.values(keyGuides).flatMap(({ link }) => link ?? []);
  expect(links.every(({ url }) => url.startsWith('https://'))).toBe(true);
});
