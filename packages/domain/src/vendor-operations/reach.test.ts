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
    ['ftp://example.com/', 'Only http and https addresses are called.'],
    ['https://me:secret@example.com/', 'A name and password do not belong in an address.'],
    ['https://./', 'This is not a whole address.'],
    ['http://example.com:3300/', 'The server does not call port 3300.'],
    ['http://localhost:3300/', 'The server does not call port 3300.'],
    ['http://localhost/', 'The server calls public addresses only; localhost is none.'],
    ['http://LocalHost./', 'The server calls public addresses only; localhost is none.'],
    ['http://api.localhost/', 'The server calls public addresses only; api.localhost is none.'],
    ['http://127.1/', 'The server calls public addresses only; 127.0.0.1 is none.'],
    ['http://0x7f.0.0.1./', 'The server calls public addresses only; 127.0.0.1 is none.'],
    ['http://[::1]/', 'The server calls public addresses only; [::1] is none.'],
    ['http://[fd00:ec2::254]/', 'The server calls public addresses only; [fd00:ec2::254] is none.'],
    ['http://[::ffff:10.0.0.1]/', 'The server calls public addresses only; [::ffff:a00:1] is none.'],
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '169.254.169.254', '172.16.0.1', '172.31.9.9'].map((host) => [
      `https://${host}/`,
      `The server calls public addresses only; ${host} is none.`,
    ]),
    ...['192.168.0.1', '224.0.0.1', '255.255.255.255'].map((host) => [
      `https://${host}:8443/`,
      `The server calls public addresses only; ${host} is none.`,
    ]),
  ])('%s: %s', (url, message) => {
    expect(relayRefusal(new URL(url ?? ''), ports)?.message).toBe(message);
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
  ])('%s is none of them', (url) => {
    expect(relayRefusal(new URL(url), ports)).toBeNull();
  });
});
