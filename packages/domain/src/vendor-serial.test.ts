import { describe, expect, it } from 'vitest';
import { toVendorSerial } from './vendor-serial.ts';

describe('toVendorSerial', () => {
  it.each([
    ['Meraki', 'Q2SM0001AAAA', 'Q2SM-0001-AAAA'],
    ['Meraki', 'Q2SM-0001-AAAA', 'Q2SM-0001-AAAA'],
    ['Lenovo', '1S21HMCTO1WWPF3ABCDE', 'PF3ABCDE'],
    ['Lenovo', 'PF3ABCDE.21HM', 'PF3ABCDE.21HM'],
    ['HP', '5CG4120ABC#8C2X9UT', '5CG4120ABC#8C2X9UT'],
    ['Dell', 'Q2SM0001AAAA', 'Q2SM0001AAAA'],
  ])('converts %s %s to %s', (manufacturer, identifier, serial) => {
    expect(toVendorSerial(manufacturer, identifier)).toBe(serial);
  });
});
