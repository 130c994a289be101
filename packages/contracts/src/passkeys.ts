import * as z from 'zod/mini';
import { identityErrors } from './core/caller-errors.ts';
import { defineEndpoint, json } from './core/endpoint.ts';
import { instant, messageReply } from './core/fields.ts';

const base64url = (maxLength: number) =>
  z.string().check(z.minLength(1), z.maxLength(maxLength), z.regex(/^[\w-]+$/));

/** IDs of credentials have at most 1,023 bytes. */
const credentialId = base64url(1364);

const credentialType = z.literal('public-key');

/** Of a browser, after its user has signed in with a passkey: `PublicKeyCredential.toJSON()`, as far as it is read. */
export const signedCredential = z.object({
  id: credentialId,
  type: credentialType,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
  }),
});
export type SignedCredential = z.output<typeof signedCredential>;

/** Of a browser that has created a passkey. */
export const newCredential = z.object({
  id: credentialId,
  type: credentialType,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});
export type NewCredential = z.output<typeof newCredential>;

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});
export type RequestOptions = z.output<typeof requestOptions>;

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.number() })),
  excludeCredentials: z.array(z.object({ type: credentialType, id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  timeout: z.number(),
});
export type CreationOptions = z.output<typeof creationOptions>;

export const passkeyName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
  worksHere: z
    .boolean()
    .check(z.describe('Whether it was created for the host name that this server has now')),
});
export type Passkey = z.output<typeof passkey>;

const common = { access: 'person', group: 'Sign-in' } as const;

export const listPasskeys = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/passkeys',
  summary: 'List your passkeys',
  reply: json(z.object({ passkeys: z.array(passkey) })),
  errors: identityErrors,
});

export const newPasskeyOptions = defineEndpoint({
  ...common,
  fresh: true,
  method: 'POST',
  path: '/api/passkeys/options',
  audit: null,
  summary: 'Start to create a passkey',
  reply: json(creationOptions),
  errors: [...identityErrors, 'sign_in_again', 'too_many_passkeys', 'too_many_requests'],
});

export const addPasskey = defineEndpoint({
  ...common,
  fresh: true,
  method: 'POST',
  path: '/api/passkeys',
  audit: 'passkey.created',
  summary: 'Store a passkey that the browser has created',
  body: z.object({ name: passkeyName, credential: newCredential }),
  example: {
    body: {
      name: 'Laptop',
      credential: {
        id: 'CREDENTIAL_ID',
        type: 'public-key',
        response: { clientDataJSON: 'CLIENT_DATA', attestationObject: 'ATTESTATION' },
      },
    },
  },
  reply: json(messageReply, 201),
  errors: [...identityErrors, 'sign_in_again', 'passkey_refused', 'sign_in_expired', 'too_many_passkeys'],
});

export const deletePasskey = defineEndpoint({
  ...common,
  fresh: true,
  method: 'DELETE',
  path: '/api/passkeys/{passkeyId}',
  audit: 'passkey.deleted',
  summary: 'Delete one of your passkeys',
  params: z.object({ passkeyId: z.string() }),
  reply: json(messageReply),
  errors: [...identityErrors, 'not_found', 'sign_in_again', 'last_passkey'],
});
