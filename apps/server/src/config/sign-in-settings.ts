import * as z from 'zod';
import { optional, setting } from './setting.ts';
import { issuer, onOff, scopes, wholeNumber } from './setting-schemas.ts';

export const signIn = {
  SIGN_IN: setting(
    'signIn.mode',
    z.enum(['off', 'optional', 'required'], 'must be off, optional or required'),
    'off',
    'Whether people can sign in, with passkeys or the identity provider, and act in organizations. `off`: every user is a browser. `optional`: browsers, their access tokens and their agents also work without it. `required`: these are refused. Needs a `PUBLIC_URL` with https, or `http://localhost`. [What a change means](operations.md#people-and-organizations).',
  ),
  SIGN_IN_HOURS: optional(
    'signIn.hours',
    wholeNumber(1, 8760),
    '168, or 24 with `OIDC_ISSUER`',
    'Hours after which a sign-in ends. It also ends after half of them without use.',
  ),
  PASSKEYS: optional(
    'signIn.passkeys',
    onOff,
    '`on`, or `off` with `OIDC_ISSUER`',
    'Whether people sign in with passkeys. Next to an identity provider, a passkey goes on working after the provider has locked its owner out.',
  ),
  OIDC_ISSUER: optional(
    'oidc.issuer',
    issuer,
    'none',
    'The identity provider that people sign in with: the URL that its ID tokens name as their issuer. Needs `OIDC_CLIENT_ID` and `OIDC_CLIENT_SECRET`. [What to enter where](guide/administrators.md#sign-in-with-an-identity-provider).',
  ),
  OIDC_CLIENT_ID: optional(
    'oidc.clientId',
    z.string().max(500),
    'none',
    'What the identity provider calls this server.',
  ),
  OIDC_CLIENT_SECRET: optional(
    'oidc.clientSecret',
    z.string().max(2000),
    'none',
    'The secret that the identity provider gave out for it.',
  ),
  OIDC_LABEL: optional(
    'oidc.label',
    z.string().max(50),
    'the host of `OIDC_ISSUER`',
    'What the sign-in button calls the identity provider, such as `Contoso`.',
  ),
  OIDC_SCOPES: setting(
    'oidc.scopes',
    scopes,
    'openid profile email',
    'What the identity provider is asked for, separated by spaces.',
  ),
};
