import { describe, expect, it } from 'vitest';
import { mayCallHttp, relayRefusal } from './reach.ts';

describe('mayCallHttp', () => {
  it.each([
    ['http://warranty.example.com/external-api', true],
    ['http://localhost:3000/', true],
    ['https://localhost:3000/', true],
    ['https://127.0.0.1:3000/', true],
    ['https://[::1]:3000/', true],
    ['https://warranty.example.com/', false],
    ['https://localhost.example.com/', false],
  ])('from %s: %s', (page, may) => {
    expect(mayCallHttp(new URL(page))).toBe(may);
  });
});

describe('relayRefusal', () => {
  const ports = new Set([80, 443, 8443]);

  it.each([
    ['ftp://example.com/', 'Only http and https URLs are allowed.'],
    ['https://me:secret@example.com/', 'URLs must not contain a user name or password.'],
    ['https://./', 'Enter a complete URL.'],
    ['http://example.com:3300/', 'Port 3300 is not allowed.'],
    ['http://localhost:3300/', 'Port 3300 is not allowed.'],
  ])('rejects %s: %s', (url, message) => {
    expect(relayRefusal(new URL(url), ports)?.message).toBe(message);
  });

  it.each([
    ['http://localhost/', 'localhost'],
    ['http://LocalHost./', 'localhost'],
    ['http://api.localhost/', 'api.localhost'],
    ['http://127.1/', '127.0.0.1'],
    ['http://0x7f.0.0.1./', '127.0.0.1'],
    ['http://[::1]/', '[::1]'],
    ['http://[fd00:ec2::254]/', '[fd00:ec2::254]'],
    ['http://[::ffff:10.0.0.1]/', '[::ffff:a00:1]'],
    ['https://0.0.0.0/', '0.0.0.0'],
    ['https://10.1.2.3/', '10.1.2.3'],
    ['https://100.64.0.1/', '100.64.0.1'],
    ['https://169.254.169.254/', '169.254.169.254'],
    ['https://172.16.0.1/', '172.16.0.1'],
    ['https://172.31.9.9/', '172.31.9.9'],
    ['https://192.168.0.1:8443/', '192.168.0.1'],
    ['https://224.0.0.1:8443/', '224.0.0.1'],
    ['https://255.255.255.255:8443/', '255.255.255.255'],
  ])('rejects %s: %s is not public', (url, host) => {
    const message = `Only public addresses are allowed, and ${host} is not public.`;
    expect(relayRefusal(new URL(url), ports)).toEqual({ rule: 'address', message });
  });

  it.each([
    'https://example.com/',
    'http://example.com./v1?x#y',
    'https://example.com:8443/',
    'https://1.1.1.1/',
    'https://100.128.0.1/',
    'https://172.32.0.1/',
    'https://192.169.0.1/',
    'https://223.255.255.255/',
    'https://[2606:4700::1111]/',
    'https://[2a00:1450:4001::1]/',
    'https://localhost.example.com/',
    'https://10.example.com/',
  ])('allows %s', (url) => {
    expect(relayRefusal(new URL(url), ports)).toBeNull();
  });
});
