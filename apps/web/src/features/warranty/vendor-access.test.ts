import { expect, it } from 'vitest';
import { vendorAccess } from './vendor-access.ts';

const accessOf = (dellReady: boolean, userVendors: string[]) =>
  vendorAccess(dellReady, userVendors).map(({ state, text, vendors }) => [
    state,
    text,
    vendors.map(({ name }) => name).join(', '),
  ]);

it('groups the vendors by what a lookup needs', () => {
  const needy = ['closed', 'needs your own keys', 'Lenovo, HP, Apple, Cisco, Meraki'];
  expect(accessOf(true, [])).toEqual([['open', 'ready (system)', 'Dell'], needy]);
  expect(accessOf(false, [])).toEqual([['broken', 'needs TechDirect API credentials', 'Dell'], needy]);
  expect(accessOf(true, ['Dell', 'Lenovo'])).toEqual([
    ['open', 'your keys', 'Dell, Lenovo'],
    ['closed', 'needs your own keys', 'HP, Apple, Cisco, Meraki'],
  ]);
});

it('links to the own page of a vendor that has one, until keys are stored', () => {
  const pages = (userVendors: string[]) =>
    vendorAccess(true, userVendors)
      .flatMap(({ vendors }) => vendors)
      .flatMap(({ name, page }) => (page ? [[name, page]] : []));
  expect(pages([])).toEqual([['Apple', 'https://checkcoverage.apple.com']]);
  expect(pages(['Apple'])).toEqual([]);
});
