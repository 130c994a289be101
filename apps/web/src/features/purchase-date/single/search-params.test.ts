import { describe, expect, it } from 'vitest';
import { parsePredictorSearch } from './search-params.ts';

describe('parsePredictorSearch', () => {
  it('describes the device in the URL', () => {
    const { tab, description } = parsePredictorSearch({
      ip: '10.0.0.7',
      hostname: 'pc-7',
      mac: '00:11:22:33:44:55',
    });
    expect(description).toBe('Host: pc-7, IP: 10.0.0.7, MAC: 00:11:22:33:44:55');
    expect(tab).toBe('single');
  });

  it('omits missing values and adds other known ones', () => {
    expect(parsePredictorSearch({ ip: '10.0.0.7', mac: ' ' }).description).toBe('IP: 10.0.0.7');
    expect(
      parsePredictorSearch({
        hostname: 'pc-7',
        manufacturer: 'Dell',
        model: 'Latitude 5420',
        serial: '7XK2P93',
      }).description,
    ).toBe('Host: pc-7, Manufacturer: Dell, Model: Latitude 5420, Serial: 7XK2P93');
    expect(parsePredictorSearch({}).description).toBe('');
  });

  it('opens the bulk tab for a scan, unless the user chose the other tab', () => {
    expect(parsePredictorSearch({ discovery: 'abc' })).toMatchObject({ tab: 'bulk', discovery: 'abc' });
    expect(parsePredictorSearch({ discovery: 'abc', tab: 'single' }).tab).toBe('single');
    expect(parsePredictorSearch({ tab: 'bulk' }).tab).toBe('bulk');
    expect(parsePredictorSearch({ tab: 'nonsense' }).tab).toBe('single');
  });
});
