import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  CreationOptions,
  NewCredential,
  RequestOptions,
  SignedCredential,
} from '@warranty/contracts/passkeys';

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

const header = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
};

/** As much of CBOR as passkeys need. */
function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? header(0, value) : header(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([header(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([header(2, value.length), value]);
  const members = [...value].flatMap(([key, member]) => [encode(key), encode(member)]);
  return Buffer.concat([header(5, value.size), ...members]);
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');

/** What a person does differently from one who signs in as asked. */
export interface Deviation {
  origin?: string;
  host?: string;
  type?: string;
  crossOrigin?: boolean;
  isPresent?: boolean;
  isVerified?: boolean;
  counter?: number;
}

interface Stored {
  id: Buffer;
  host: string;
  privateKey: KeyObject;
}

const flagsOf = ({ isPresent = true, isVerified = true }: Deviation) =>
  (isPresent ? 0x01 : 0) | (isVerified ? 0x04 : 0);

/** A device that creates passkeys and signs with them, as a browser asks it to. Knows P-256 alone. */
export function createAuthenticator({ origin = 'http://localhost:3000' } = {}) {
  const passkeys: Stored[] = [];
  let counter = 0;

  const clientData = (type: string, challenge: string, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: deviation.crossOrigin ?? false,
      }),
    );

  function authenticatorData(host: string, flags: number, deviation: Deviation): Buffer {
    counter = deviation.counter ?? counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(deviation.host ?? host), Buffer.from([flags]), count]);
  }

  return {
    passkeys,

    create(
      { challenge, rp }: Pick<CreationOptions, 'challenge' | 'rp'>,
      deviation: Deviation = {},
    ): NewCredential {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(16);
      passkeys.push({ id, host: rp.id, privateKey });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = encode(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const idLength = Buffer.from([0, id.length]);
      const data = authenticatorData(rp.id, 0x40 | flagsOf(deviation), deviation);
      const authData = Buffer.concat([data, Buffer.alloc(16), idLength, id, key]);
      const attestation = encode(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return {
        id: text(id),
        type: 'public-key',
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge, deviation)),
          attestationObject: text(attestation),
          transports: ['internal'],
        },
      };
    },

    /** With the passkey that was created last, or with another one. */
    sign(
      { challenge, rpId }: Pick<RequestOptions, 'challenge' | 'rpId'>,
      deviation: Deviation = {},
      passkey: Stored | undefined = passkeys.at(-1),
    ): SignedCredential {
      if (!passkey) throw new Error('there is no passkey');
      const client = clientData('webauthn.get', challenge, deviation);
      const data = authenticatorData(rpId, flagsOf(deviation), deviation);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), passkey.privateKey);
      return {
        id: text(passkey.id),
        type: 'public-key',
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(signature),
        },
      };
    },
  };
}
