import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Who signs in. */
export interface ProvidedPerson {
  sub: string;
  name?: string;
  email?: string;
}

type Claims = Record<string, unknown>;

/** What the provider does differently from one that keeps to the standard. */
export interface Misbehavior {
  /** Of the ID token. */
  claims?: (claims: Claims) => Claims;
  header?: Claims;
  /** Replaces the finished ID token. */
  idToken?: (idToken: string) => string | undefined;
  /** Signs with a key that it does not publish. */
  foreignKey?: boolean;
  /** Adds to what it says of itself. */
  metadata?: Claims;
  /** Replies instead of it. Returns true if it has taken the request over. */
  handle?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sha256 = (value: string) => createHash('sha256').update(value).digest('base64url');

function createKey() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const kid = randomBytes(8).toString('hex');
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } };
}

function signToken(header: Claims, claims: Claims, key: KeyObject): string {
  const input = `${encode(header)}.${encode(claims)}`;
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}

interface Code {
  person: ProvidedPerson;
  nonce: string | null;
  challenge: string | null;
  redirectUri: string | null;
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

/** An identity provider on loopback, as small as OpenID Connect allows, that can be told to misbehave. */
export async function startIdentityProvider({ port = 0 } = {}) {
  const client = { id: 'warranty', secret: randomBytes(16).toString('hex') };
  const [foreign, codes] = [createKey(), new Map<string, Code>()];
  let key = createKey();
  let wrong: Misbehavior = {};
  /** Paths, in the order they were asked for. */
  const asked: string[] = [];

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    asked.push(pathname);
    if (wrong.handle?.(request, response)) return;
    if (pathname === '/.well-known/openid-configuration') return reply(response, 200, metadata());
    if (pathname === '/jwks') return reply(response, 200, { keys: [key.jwk] });
    if (pathname === '/token') return void redeem(request, response);
    reply(response, 404, { error: 'not_found' });
  });
  server.listen(port, '127.0.0.1').unref();
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/logout`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    ...wrong.metadata,
  });

  async function redeem(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const given = form.get('code') ?? '';
    const code = codes.get(given);
    codes.delete(given);
    const isOurs = form.get('client_id') === client.id && form.get('client_secret') === client.secret;
    if (!isOurs) return reply(response, 401, { error: 'invalid_client' });
    const isRedeemed =
      code?.challenge === sha256(form.get('code_verifier') ?? '') &&
      code.redirectUri === form.get('redirect_uri');
    if (!isRedeemed) return reply(response, 400, { error: 'invalid_grant' });
    reply(response, 200, {
      access_token: randomBytes(16).toString('hex'),
      token_type: 'Bearer',
      expires_in: 60,
      id_token: idTokenFor(code),
    });
  }

  function idTokenFor({ person, nonce }: Code): string | undefined {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: client.id, iat: now, exp: now + 60, nonce, ...person };
    const { kid, privateKey } = wrong.foreignKey ? foreign : key;
    const header = { alg: 'RS256', kid: wrong.foreignKey ? key.kid : kid, ...wrong.header };
    const token = signToken(header, wrong.claims?.(claims) ?? claims, privateKey);
    return wrong.idToken ? wrong.idToken(token) : token;
  }

  return {
    issuer,
    asked,
    client,
    /** Settings with which the product uses it. */
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      OIDC_LABEL: 'Contoso',
    },

    /** Signs the person in at the address that a browser was sent to. Returns the query with which it comes back. */
    authorize(address: string, person: ProvidedPerson): string {
      const { searchParams } = new URL(address);
      const code = randomBytes(16).toString('hex');
      codes.set(code, {
        person,
        nonce: searchParams.get('nonce'),
        challenge: searchParams.get('code_challenge'),
        redirectUri: searchParams.get('redirect_uri'),
      });
      return new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString();
    },

    rotateKey(): void {
      key = createKey();
    },

    /** Until the work is done. */
    async misbehaving<T>(how: Misbehavior, work: () => Promise<T>): Promise<T> {
      wrong = how;
      try {
        return await work();
      } finally {
        wrong = {};
      }
    },

    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
