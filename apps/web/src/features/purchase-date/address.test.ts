import { describe, expect, it } from 'vitest';
import { readAddress } from './address.ts';

describe('readAddress', () => {
  it('describes the device that was handed over', () => {
    const { tab, description } = readAddress({ ip: '10.0.0.7', hostname: 'pc-7', mac: '00:11:22:33:44:55' });
    expect(description).toBe('Host: pc-7, IP: 10.0.0.7, MAC: 00:11:22:33:44:55');
    expect(tab).toBe('single');
  });

  it('leaves out what is absent, and adds what else is known', () => {
    expect(readAddress({ ip: '10.0.0.7', mac: ' ' }).description).toBe('IP: 10.0.0.7');
    expect(
      readAddress({ hostname: 'pc-7', manufacturer: 'Dell', model: 'Latitude 5420', serial: '7XK2P93' })
        .description,
    ).toBe('Host: pc-7, Manufacturer: Dell, Model: Latitude 5420, Serial: 7XK2P93');
    expect(readAddress({}).description).toBe('');
  });

  it('opens the bulk tab with a scan, unless the other one was chosen since', () => {
    expect(readAddress({ discovery: 'abc' })).toMatchObject({ tab: 'bulk', discovery: 'abc' });
    expect(readAddress({ discovery: 'abc', tab: 'single' }).tab).toBe('single');
    expect(readAddress({ tab: 'bulk' }).tab).toBe('bulk');
    expect(readAddress({ tab: 'nonsense' }).tab).toBe('single');
  });
});
