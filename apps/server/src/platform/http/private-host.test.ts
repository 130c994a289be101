import { describe, expect, it } from 'vitest';
import { isPrivateHost } from './private-host.ts';

describe('isPrivateHost', () => {
  it.each([
    ...[
      'localhost',
      '127.0.0.1',
      '[::1]',
      '10.0.0.5',
      '172.16.9.1',
      '192.168.1.20',
      '169.254.3.4',
      '100.64.0.9',
    ],
    ...[
      '[fd12:3456::1]',
      '[fe80::1]',
      'warranty',
      'WARRANTY',
      'warranty.local',
      'api.default.svc.cluster.local',
    ],
    ...['warranty.internal', 'warranty.home.arpa', 'warranty.lan', 'warranty.localhost', 'Warranty.Local.'],
  ])('accepts %s', (host) => {
    expect(isPrivateHost(host)).toBe(true);
  });

  it.each([
    ...[
      'warranty.example.com',
      'example.com',
      '8.8.8.8',
      '172.32.0.1',
      '192.0.1.1',
      '[2606:4700::1111]',
      '168.63.130.1',
    ],
    ...[
      'notlocal.example',
      'local.example.com',
      'localhost.example.com',
      '10.0.0.5.example.com',
      'mylan.example',
    ],
  ])('rejects %s', (host) => {
    expect(isPrivateHost(host)).toBe(false);
  });
});
