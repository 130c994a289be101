import { describe, expect, it } from 'vitest';
import { keyInputOf, keyProblem } from './key-values.ts';

describe('keyInputOf', () => {
  const chosen = { vendor: 'hp', keyType: 'client_id', description: ' Leeds ' } as const;

  it('contains the chosen key and every other one that was entered', () => {
    expect(keyInputOf(chosen, { client_id: ' an-id ', client_secret: 'a-secret ' })).toEqual({
      vendor: 'hp',
      keyType: 'client_id',
      keyValue: 'an-id',
      description: 'Leeds',
      otherKeys: [{ keyType: 'client_secret', keyValue: 'a-secret' }],
    });
  });

  it('leaves out blank keys, and keys that the vendor does not need', () => {
    const input = keyInputOf(chosen, {
      client_id: 'an-id',
      client_secret: '  ',
      api_key: 'of-another-vendor',
    });
    expect(input.otherKeys).toEqual([]);
  });
});

describe('keyProblem', () => {
  it('only concerns private keys', () => {
    expect(keyProblem('client_id', 'anything')).toBeNull();
    expect(keyProblem('private_key', ' ')).toBeNull();
    expect(keyProblem('private_key', 'anything')).toBe(
      'Enter the whole private key, with its BEGIN and END lines.',
    );
  });
});
