import { describe, expect, it } from 'vitest';
import { clientKeyOf } from './client-key.ts';

describe('clientKeyOf', () => {
  it('keeps IPv4 addresses separate', () => {
    expect(clientKeyOf('192.0.2.7')).toBe('192.0.2.7');
    expect(clientKeyOf('192.0.2.8')).toBe('192.0.2.8');
  });

  it.each(['::ffff:192.0.2.7', '::ffff:c000:207', '::FFFF:192.0.2.7'])(
    'maps %s to its IPv4 address',
    (address) => {
      expect(clientKeyOf(address)).toBe('192.0.2.7');
    },
  );

  it.each([
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:0DB8:0001:0002::',
    '2001:db8:1:2::1%eth0',
  ])('groups %s with all addresses of its network', (address) => {
    expect(clientKeyOf(address)).toBe('2001:db8:1:2::/64');
  });

  it.each(['2001:db8:1:3::1', '2001:db8::1', 'fe80::1', '::1'])(
    'keeps the network of %s separate',
    (address) => {
      expect(clientKeyOf(address)).not.toBe('2001:db8:1:2::/64');
      expect(clientKeyOf(address)).toMatch(/::\/64$/);
    },
  );

  it.each(['unknown', '', 'evil', '192.0.2.7:4711', '[2001:db8::1]', 'lookup:192.0.2.7'])(
    'maps %j, which is not an address, to one key',
    (text) => {
      expect(clientKeyOf(text)).toBe('unknown');
    },
  );
});
