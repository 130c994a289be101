import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { freePort } from './processes.ts';

/** "anna" is Anna, anna@example.com. */
const claimsOf = (sub: string) => ({
  sub,
  name: sub.charAt(0).toUpperCase() + sub.slice(1),
  email: `${sub}@example.com`,
});

/**
 * A certified identity provider on loopback for the server at that address. Its pages let anyone in under any name, with any
 * password.
 */
export async function startOidcProvider(serverUrl: string) {
  const issuer = `http://localhost:${await freePort()}`;
  const [clientId, clientSecret] = ['warranty', randomBytes(16).toString('hex')];
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${serverUrl}/sign-in/callback`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    findAccount: (_, accountId) => ({ accountId, claims: () => claimsOf(accountId) }),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
  });
  const server = createServer(provider.callback()).listen(Number(new URL(issuer).port), '127.0.0.1');
  await once(server, 'listening');

  return {
    issuer,
    /** Settings with which the product uses it. */
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_LABEL: 'Example ID',
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
