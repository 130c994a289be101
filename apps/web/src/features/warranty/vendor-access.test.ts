import { expect, it } from 'vitest';
import { vendorAccess } from './vendor-access.ts';

const told = (dellReady: boolean, userVendors: string[]) =>
  Object.fromEntries(vendorAccess(dellReady, userVendors).map(({ name, text }) => [name, text]));

it('returns what a lookup needs for every vendor', () => {
  expect(told(true, [])).toEqual({
    Dell: 'ready (system)',
    Lenovo: 'needs your own keys',
    HP: 'needs your own keys',
    Apple: 'needs your own keys',
    Cisco: 'needs your own keys',
    Meraki: 'needs your own keys',
  });
  expect(told(false, []).Dell).toBe('needs TechDirect API credentials');
  expect(told(true, ['Dell', 'Lenovo'])).toMatchObject({ Dell: 'your keys', Lenovo: 'your keys' });
});

it('links to the own page of a vendor that has one, until keys are stored', () => {
  const pages = (userVendors: string[]) =>
    vendorAccess(true, userVendors).flatMap(({ name, page }) => (page ? [[name, page]] : []));
  expect(pages([])).toEqual([['Apple', 'https://checkcoverage.apple.com']]);
  expect(pages(['Apple'])).toEqual([]);
});
