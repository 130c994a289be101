import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A key with the id that its sealed values contain. */
export interface NamedKey {
  id: string;
  key: Buffer;
}

/** The only error of unsealing, so that an attacker learns nothing about what was wrong. */
export class UnsealError extends Error {
  constructor(cause?: unknown) {
    super('A stored secret could not be decrypted.', { cause });
    this.name = 'UnsealError';
  }
}

const version = 'v1';
const sealedForm = /^v1\.([0-9a-f]{8})\.([\w-]{16})\.([\w-]*)\.([\w-]{22})$/;

/** Each part is prefixed with its length, so that different bindings never produce the same bytes. */
function bound(keyId: string, binding: readonly string[]): Buffer {
  const parts = [version, keyId, ...binding].map((part) => Buffer.from(part, 'utf8'));
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      return [length, part];
    }),
  );
}

/** Returns `v1.keyId.nonce.ciphertext.tag`, which can only be unsealed with the same key and binding. */
export function seal({ id, key }: NamedKey, clear: Buffer, binding: readonly string[]): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 }).setAAD(bound(id, binding));
  const ciphertext = Buffer.concat([cipher.update(clear), cipher.final()]);
  const parts = [nonce, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return [version, id, ...parts].join('.');
}

/** The id of the key that a value was sealed with. */
export function keyIdOf(sealed: string): string {
  const id = sealedForm.exec(sealed)?.[1];
  if (id === undefined) throw new UnsealError();
  return id;
}

export function unseal({ id, key }: NamedKey, sealed: string, binding: readonly string[]): Buffer {
  const parts = sealedForm.exec(sealed);
  if (parts === null || parts[1] !== id) throw new UnsealError();
  const [nonce, ciphertext, tag] = parts.slice(2).map(decode) as [Buffer, Buffer, Buffer];
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
      .setAAD(bound(id, binding))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  } catch (cause) {
    throw new UnsealError(cause);
  }
}

/** Accepts only the canonical encoding: base64 has spare bits at the end in which a change could go unnoticed. */
function decode(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) throw new UnsealError();
  return bytes;
}
