import * as z from 'zod/mini';
import { forAdmins, scopes } from './access.ts';
import { sessionErrors } from './core/caller-errors.ts';
import { defineEndpoint, json } from './core/endpoint.ts';
import { instant, messageReply, recoveryCode, text } from './core/fields.ts';

const accessToken = z.object({
  id: z.string(),
  tokenName: z.string(),
  isActive: z.boolean(),
  // Text, because later versions have more scopes than this one.
  scopes: z
    .array(z.string())
    .check(z.describe('What the token may do: each endpoint names the scope it needs')),
  createdAt: instant,
  expiresAt: z.nullable(instant),
  maskedToken: z.string().check(z.describe('Its first and last characters; the token itself is not stored')),
  usageCount: z.number().check(z.describe('Accepted requests; updated about once a minute')),
  lastUsedAt: z.nullable(instant),
  createdBy: z
    .optional(text)
    .check(
      z.describe(
        'In an organization: the member who answers for the token. Null if that member has left; the token is then refused until an admin takes it over',
      ),
    ),
});
export type AccessToken = z.output<typeof accessToken>;

const tokenParams = z.object({ tokenId: z.string() });
const tokenName = z.string().check(z.trim(), z.minLength(1, 'Please enter a token name'), z.maxLength(100));

const common = { ...forAdmins, group: 'Access tokens', sensitive: true } as const;

export const listAccessTokens = defineEndpoint({
  ...common,
  method: 'GET',
  path: '/api/external-tokens',
  summary: 'List all access tokens of the user, without their values',
  reply: json(z.object({ tokens: z.array(accessToken) })),
  errors: sessionErrors,
});

export const createAccessToken = defineEndpoint({
  ...common,
  method: 'POST',
  path: '/api/external-tokens',
  audit: 'token.created',
  summary: 'Create an access token; its value is returned only once',
  body: z.object({
    tokenName,
    expiresAt: z
      .optional(z.nullable(z.iso.datetime()))
      .check(z.describe('When the token expires; omit for no expiry')),
    scopes: z
      .optional(
        z
          .array(z.enum(scopes))
          .check(z.minLength(1, 'Choose at least one thing that the token may do'), z.maxLength(100)),
      )
      .check(z.describe('What the token may do, which cannot be changed later; defaults to everything')),
  }),
  example: { body: { tokenName: 'Nightly report', scopes: ['lookup', 'runs:read'] } },
  reply: json(
    z.object({
      token: accessToken,
      rawToken: z.string(),
      message: z.string(),
      recoveryCode,
    }),
  ),
  errors: [...sessionErrors, 'too_many_tokens', 'expiry_in_past'],
});

export const updateAccessToken = defineEndpoint({
  ...common,
  method: 'PATCH',
  path: '/api/external-tokens/{tokenId}',
  audit: 'token.updated',
  summary: 'Rename, activate or deactivate an access token',
  params: tokenParams,
  body: z.object({ tokenName: z.optional(tokenName), isActive: z.optional(z.boolean()) }),
  example: { body: { isActive: false } },
  reply: json(messageReply),
  errors: [...sessionErrors, 'not_found'],
});

export const revokeAccessToken = defineEndpoint({
  ...common,
  method: 'DELETE',
  path: '/api/external-tokens/{tokenId}',
  audit: 'token.revoked',
  summary: 'Revoke an access token permanently',
  params: tokenParams,
  reply: json(messageReply),
  errors: [...sessionErrors, 'not_found'],
});

export const takeOverToken = defineEndpoint({
  ...common,
  peopleOnly: true,
  method: 'POST',
  path: '/api/external-tokens/{tokenId}/owner',
  audit: 'token.taken_over',
  summary: 'Answer for an access token of a member who has left, so that it works again',
  params: tokenParams,
  reply: json(messageReply),
  errors: [...sessionErrors, 'not_found'],
});
