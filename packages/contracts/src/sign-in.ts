import * as z from 'zod/mini';
import { roles } from './access.ts';
import { identityErrors } from './core/caller-errors.ts';
import { defineEndpoint, json, noContent } from './core/endpoint.ts';
import { instant, messageReply, text } from './core/fields.ts';
import { creationOptions, newCredential, passkeyName, requestOptions, signedCredential } from './passkeys.ts';

const group = 'Sign-in';
const forAnyone = { access: 'public', group } as const;

export const passkeyOptions = defineEndpoint({
  ...forAnyone,
  method: 'POST',
  path: '/api/auth/passkey/options',
  audit: null,
  summary: 'Start to sign in with a passkey',
  reply: json(requestOptions),
  errors: ['too_many_requests'],
});

/** The secret of a link; it is in the fragment of the URL. */
const secret = z.string().check(z.maxLength(100));
const exampleSecret = 'wll_YOUR_LINK';

const exampleSignature = {
  id: 'CREDENTIAL_ID',
  type: 'public-key',
  response: { clientDataJSON: 'CLIENT_DATA', authenticatorData: 'DATA', signature: 'SIGNATURE' },
} as const;

export const signInWithPasskey = defineEndpoint({
  ...forAnyone,
  method: 'POST',
  path: '/api/auth/passkey',
  audit: 'person.signed_in',
  summary: 'Sign in with a passkey',
  body: z.object({ credential: signedCredential }),
  example: { body: { credential: exampleSignature } },
  reply: json(messageReply),
  errors: ['passkey_refused', 'sign_in_expired', 'too_many_requests'],
});

export const startProviderSignIn = defineEndpoint({
  ...forAnyone,
  method: 'POST',
  path: '/api/auth/provider',
  audit: null,
  summary: 'Start to sign in with the identity provider',
  body: z.object({
    returnTo: z
      .optional(z.string().check(z.maxLength(2000)))
      .check(z.describe('The page of this server that the sign-in leads to')),
    secret: z.optional(secret).check(z.describe('The invitation to join with')),
    again: z
      .optional(z.boolean())
      .check(z.describe('The identity provider also asks people whom it has signed in already')),
  }),
  example: { body: { returnTo: '/bulk-lookup' } },
  reply: json(z.object({ url: z.string() })),
  errors: ['link_refused', 'provider_unavailable', 'too_many_requests'],
});

export const finishProviderSignIn = defineEndpoint({
  ...forAnyone,
  method: 'POST',
  path: '/api/auth/provider/callback',
  audit: 'person.signed_in',
  summary: 'Sign in with what the identity provider has replied',
  body: z.object({
    query: z
      .string()
      .check(z.maxLength(8192))
      .check(z.describe('Of the address that the provider returned to')),
  }),
  example: { body: { query: 'code=CODE&state=STATE' } },
  reply: json(
    z.object({
      returnTo: z.string(),
      handle: z.nullable(z.string()).check(z.describe('The organization that was joined')),
    }),
  ),
  errors: [
    'link_refused',
    'person_suspended',
    'provider_denied',
    'provider_refused',
    'provider_unavailable',
    'sign_in_expired',
    'too_many_members',
    'too_many_requests',
  ],
});

export const readProviderSignOut = defineEndpoint({
  ...forAnyone,
  method: 'GET',
  path: '/api/auth/provider/sign-out',
  summary: 'Get where people sign out of the identity provider, too',
  reply: json(
    z.object({
      url: z.nullable(z.string()).check(z.describe('Null if it has no such page, or cannot be reached')),
    }),
  ),
  errors: [],
});

export const signOut = defineEndpoint({
  ...forAnyone,
  method: 'POST',
  path: '/api/auth/sign-out',
  audit: 'person.signed_out',
  summary: 'End the sign-in of this browser, also one that has ended by itself',
  reply: noContent,
  errors: [],
});

const linkErrors = ['link_refused', 'too_many_requests'] as const;

export const inspectLink = defineEndpoint({
  ...forAnyone,
  method: 'POST',
  path: '/api/links/inspect',
  audit: null,
  summary: 'Get what a one-time link is for, without using it',
  body: z.object({ secret }),
  example: { body: { secret: exampleSecret } },
  reply: json(
    z.object({
      kind: z.string().check(z.describe('`invitation`, or `sign-in` for one person')),
      organization: text.check(z.describe('The name of the organization that it invites to')),
      role: z.nullable(z.string()).check(z.describe(roles.map((role) => `\`${role}\``).join(', '))),
      person: text.check(z.describe('Whom it signs in')),
      invitedBy: text,
      expiresAt: instant,
    }),
  ),
  errors: linkErrors,
});

const personName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

export const linkPasskeyOptions = defineEndpoint({
  ...forAnyone,
  method: 'POST',
  path: '/api/links/passkey/options',
  audit: null,
  summary: 'Start to join an organization as a new person with a passkey',
  body: z.object({ secret, name: personName }),
  example: { body: { secret: exampleSecret, name: 'Anna' } },
  reply: json(creationOptions),
  errors: linkErrors,
});

export const joinWithPasskey = defineEndpoint({
  ...forAnyone,
  method: 'POST',
  path: '/api/links/passkey',
  audit: 'member.joined',
  summary: 'Join an organization as a new person, with the passkey that the browser has created',
  body: z.object({ name: personName, passkeyName, credential: newCredential }),
  example: {
    body: {
      name: 'Anna',
      passkeyName: 'Laptop',
      credential: {
        id: 'CREDENTIAL_ID',
        type: 'public-key',
        response: { clientDataJSON: 'CLIENT_DATA', attestationObject: 'ATTESTATION' },
      },
    },
  },
  reply: json(messageReply),
  errors: [...linkErrors, 'passkey_refused', 'sign_in_expired', 'too_many_members'],
});

export const signInWithLink = defineEndpoint({
  ...forAnyone,
  method: 'POST',
  path: '/api/links/sign-in',
  audit: 'person.signed_in',
  summary: 'Sign in with a link for one person',
  body: z.object({ secret }),
  example: { body: { secret: exampleSecret } },
  reply: json(messageReply),
  errors: linkErrors,
});

export const acceptLink = defineEndpoint({
  access: 'person',
  group,
  method: 'POST',
  path: '/api/links/accept',
  audit: 'member.joined',
  summary: 'Join an organization as the person who is signed in',
  body: z.object({ secret }),
  example: { body: { secret: exampleSecret } },
  reply: json(z.object({ handle: z.string() })),
  errors: [...identityErrors, ...linkErrors, 'already_member', 'too_many_members'],
});
