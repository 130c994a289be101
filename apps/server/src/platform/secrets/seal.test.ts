import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyIdOf, seal, UnsealError, unseal } from './seal.ts';

const key = { id: '0a1b2c3d', key: randomBytes(32) };
const binding = ['user', 'dell', 'client_secret', 'row'];
const clear = Buffer.from('canary-Secret-ü-0123');
const open = (sealed: string, bound: readonly string[] = binding) => unseal(key, sealed, bound).toString();

describe('a sealed value', () => {
  it('can be unsealed with its key and binding, and names its key', () => {
    const sealed = seal(key, clear, binding);
    expect(open(sealed)).toBe(clear.toString());
    expect(keyIdOf(sealed)).toBe(key.id);
  });

  it('unseals to the original bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.array(fc.string(), { maxLength: 5 }),
        (bytes, bound) => {
          const sealed = seal(key, Buffer.from(bytes), bound);
          expect(unseal(key, sealed, bound)).toEqual(Buffer.from(bytes));
        },
      ),
    );
  });

  it('differs each time', () => {
    expect(seal(key, clear, binding)).not.toBe(seal(key, clear, binding));
  });

  it('fails closed with the same error for every changed bit', () => {
    const sealed = seal(key, clear, binding);
    const bytes = Buffer.from(sealed, 'latin1');
    const messages = new Set<string>();
    for (let index = 0; index < bytes.length; index += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        const flipped = Buffer.from(bytes);
        flipped.writeUInt8(flipped.readUInt8(index) ^ (1 << bit), index);
        try {
          open(flipped.toString('latin1'));
          throw new Error(`byte ${index}, bit ${bit} went unnoticed`);
        } catch (error) {
          expect(error).toBeInstanceOf(UnsealError);
          messages.add((error as Error).message);
        }
      }
    }
    expect(messages.size).toBe(1);
  });

  it.each([
    ['another owner', ['other', 'dell', 'client_secret', 'row']],
    ['another vendor', ['user', 'hp', 'client_secret', 'row']],
    ['another key type', ['user', 'dell', 'client_id', 'row']],
    ['another row', ['user', 'dell', 'client_secret', 'other']],
    ['the same text split differently', ['userdell', '', 'client_secret', 'row']],
  ])('cannot be unsealed for %s', (_, bound) => {
    expect(() => open(seal(key, clear, binding), bound)).toThrow(UnsealError);
  });

  it.each([
    '',
    'v1',
    'v2.0a1b2c3d.a.b.c',
    'clear text',
    'v1.0a1b2c3d.AAAAAAAAAAAAAAAA..AAAAAAAAAAAAAAAAAAAAAA',
  ])('cannot be the text %j', (text) => {
    expect(() => open(text)).toThrow(UnsealError);
  });
});
