import { describe, expect, it } from 'vitest';
import { redact } from './redact.ts';

const secret = 'a+key/of 1=2';
const base64 = Buffer.from(secret).toString('base64');
/** Its base64 has characters that do not occur in URLs. */
const unsafe = '~~~???>>>';

describe('redact', () => {
  it.each([
    ['text', `Bearer ${secret}!`, 'Bearer [hidden]!'],
    ['every place', `${secret} ${secret}`, '[hidden] [hidden]'],
    ['a URL', `/?key=${encodeURIComponent(secret)}`, '/?key=[hidden]'],
    ['a form', 'key=a%2Bkey%2Fof+1%3D2', 'key=[hidden]'],
    ['base64', `Basic ${base64}`, 'Basic [hidden]'],
    ['base64 for URLs', `/${Buffer.from(unsafe).toString('base64url')}`, '/[hidden]'],
    ['hex', `key ${Buffer.from(secret).toString('hex')}`, 'key [hidden]'],
    [
      'nested values',
      { list: [{ echo: secret }], none: null, on: true },
      { list: [{ echo: '[hidden]' }], none: null, on: true },
    ],
    ['names', { [secret]: 1 }, { '[hidden]': 1 }],
  ])('replaces a secret in %s', (_, value, clean) => {
    expect(redact(value, ['another', secret, unsafe])).toEqual(clean);
  });

  it('replaces a secret that contains another one as a whole', () => {
    expect(redact('key-and-more', ['key', 'key-and-more'])).toBe('[hidden]');
  });

  it('replaces a number that is the secret, and no other', () => {
    expect(redact([1234567, 12345678], ['1234567'])).toEqual(['[hidden]', 12345678]);
  });

  it('changes nothing without secrets', () => {
    expect(redact({ text: 'unchanged' }, ['', secret])).toEqual({ text: 'unchanged' });
  });
});
