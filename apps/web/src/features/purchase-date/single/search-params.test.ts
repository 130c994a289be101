import { expect, it } from 'vitest';
import { parsePredictorSearch } from './search-params.ts';

const device = { hostname: 'pc-7', manufacturer: 'Dell', model: 'Latitude 5420', serial: '7XK2P93' };

it.each([
  [
    { ip: '10.0.0.7', hostname: 'pc-7', mac: '00:11:22:33:44:55' },
    'Host: pc-7, IP: 10.0.0.7, MAC: 00:11:22:33:44:55',
  ],
  [device, 'Host: pc-7, Manufacturer: Dell, Model: Latitude 5420, Serial: 7XK2P93'],
  [{ ip: '10.0.0.7', mac: ' ' }, 'IP: 10.0.0.7'],
  [{}, ''],
])('describes the device in the URL by the values that it has: %j', (search, description) => {
  expect(parsePredictorSearch(search)).toEqual({ tab: 'single', description, discovery: null });
});

it.each([
  [{ discovery: 'abc' }, 'bulk', 'abc'],
  [{ discovery: 'abc', tab: 'single' }, 'single', 'abc'],
  [{ tab: 'bulk' }, 'bulk', null],
  [{ tab: 'nonsense' }, 'single', null],
])('opens the bulk tab for a scan, unless the user chose the other tab: %j', (search, tab, discovery) => {
  expect(parsePredictorSearch(search)).toEqual({ tab, description: '', discovery });
});
