import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { privateKeyProblem, readPem } from './private-key.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const sec1 = privateKey.export({ type: 'sec1', format: 'pem' }).toString();
const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const other = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

describe('privateKeyProblem', () => {
  it.each([
    ['SEC1, as Apple issues it', sec1],
    ['PKCS #8', pkcs8],
    ['without line breaks', sec1.replaceAll('\n', '')],
    ['with spaces for line breaks', pkcs8.replaceAll('\n', ' ')],
    ['from Windows', sec1.replaceAll('\n', '\r\n')],
    ['from JSON', sec1.replaceAll('\n', '\\n')],
    ['with text around it', `Key of the API account:\n${sec1}\n`],
  ])('accepts a P-256 key: %s', (_, text) => expect(privateKeyProblem(text)).toBeNull());

  it.each([
    ['nothing', '', 'Enter the whole private key, with its BEGIN and END lines.'],
    ['the end cut off', sec1.slice(0, -20), 'Enter the whole private key, with its BEGIN and END lines.'],
    [
      'a damaged text',
      sec1.replace(/[A-Za-z0-9+/]{4}=*\n-----END/, '!!!!\n-----END'),
      'Enter the whole private key, with its BEGIN and END lines.',
    ],
    [
      'a public key',
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      'This is not a private key but a public key.',
    ],
    [
      'an encrypted key',
      privateKey
        .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'test' })
        .toString(),
      'The private key is encrypted. Remove its passphrase first.',
    ],
    ['another curve', other('P-384'), 'The private key must be an elliptic curve key (P-256).'],
    [
      'a curve of the same length',
      other('secp256k1'),
      'The private key must be an elliptic curve key (P-256).',
    ],
    [
      'an RSA key',
      generateKeyPairSync('rsa', { modulusLength: 1024 })
        .privateKey.export({ type: 'pkcs1', format: 'pem' })
        .toString(),
      'The private key must be an elliptic curve key (P-256).',
    ],
  ])('rejects %s', (_, text, message) => expect(privateKeyProblem(text)).toBe(message));
});

it('readPem returns the bytes of the key', () => {
  const der = privateKey.export({ type: 'sec1', format: 'der' });
  expect(readPem(sec1)).toEqual({ label: 'EC PRIVATE KEY', bytes: Uint8Array.from(der) });
});
