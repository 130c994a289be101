import * as oidc from 'openid-client';
import { AppError } from '../../platform/http/app-error.ts';
import {
  type CountBlocked,
  createGuardedClient,
  type GuardedClient,
} from '../../platform/outbound/guarded-client.ts';
import { createSingleFlight } from '../../platform/single-flight.ts';
import { failureOf } from './provider-failures.ts';
import { createProviderFetch } from './provider-fetch.ts';
import { type ProviderIdentity, toIdentity } from './provider-identity.ts';

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the sign-in button calls it. */
  label: string;
  scopes: string;
}

export interface ProviderDeps {
  settings: ProviderSettings;
  client: GuardedClient;
  /** Of this server. */
  origin: string;
  log: { warn(details: { reason: string }, message: string): void };
  now?: () => number;
  /** Of one call to the provider. */
  timeoutSeconds?: number;
}

/** What the sign-in has to come back with. None of it is stored. */
export interface ProviderAttempt {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export type Provider = ReturnType<typeof createProvider>;

const storedMs = 24 * 3600_000;
const retryMs = 30_000;

/** The page that the provider returns to. */
export const callbackPath = '/sign-in/callback';

/** In the body unless the provider takes it in the header only: not all of them decode the header as the standard says. */
const authenticateWith =
  (secret: string): oidc.ClientAuth =>
  (server, ...request) => {
    const isInBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    const authenticate = isInBody ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
    return authenticate(server, ...request);
  };

/** The identity provider of the installation. Neither its tokens nor what it says of itself is stored. */
export function createProvider({
  settings,
  client,
  origin,
  log,
  now = Date.now,
  timeoutSeconds = 10,
}: ProviderDeps) {
  const { issuer, clientId, clientSecret, scopes } = settings;
  const redirectUrl = `${origin}${callbackPath}`;
  // Settings allow http for a provider on this machine only.
  const forLoopback = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  const flights = createSingleFlight<oidc.Configuration>();
  let known: { configuration: oidc.Configuration; at: number } | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;

  async function discover(): Promise<oidc.Configuration> {
    const configuration = await oidc.discovery(
      new URL(issuer),
      clientId,
      undefined,
      authenticateWith(clientSecret),
      {
        [oidc.customFetch]: createProviderFetch(client, timeoutSeconds * 1000),
        timeout: timeoutSeconds,
        // Without these checks, an ID token is believed whatever its signature: it came over TLS.
        execute: [oidc.enableNonRepudiationChecks, ...forLoopback],
      },
    );
    known = { configuration, at: now() };
    return configuration;
  }

  /** Shared by all requests. While the provider does not answer, what it said before is used, and it is asked twice a minute. */
  async function configure(): Promise<oidc.Configuration> {
    if (known && now() - known.at < storedMs) return known.configuration;
    if (now() - failedAt < retryMs) {
      if (known) return known.configuration;
      throw new AppError('provider_unavailable');
    }
    try {
      return await flights('', discover).result;
    } catch (error) {
      failedAt = now();
      log.warn({ reason: failureOf(error).reason }, 'the identity provider could not be reached');
      if (known) return known.configuration;
      throw new AppError('provider_unavailable');
    }
  }

  /** Some providers keep name and email out of the ID token. Neither is needed to sign in. */
  async function ask(configuration: oidc.Configuration, accessToken: string, subject: string) {
    if (!configuration.serverMetadata().userinfo_endpoint) return {};
    return oidc.fetchUserInfo(configuration, accessToken, subject).catch((error: unknown) => {
      log.warn({ reason: failureOf(error).reason }, 'the identity provider did not tell a name');
      return {};
    });
  }

  return {
    redirectUrl,

    /** Throws if the provider cannot be reached. */
    prepare: async (): Promise<void> => void (await configure()),

    /** Where the browser goes. With `again`, the provider asks people who are signed in there, too. */
    async urlFor(
      { state, nonce, codeVerifier }: ProviderAttempt,
      { again }: { again: boolean },
    ): Promise<string> {
      const url = oidc.buildAuthorizationUrl(await configure(), {
        redirect_uri: redirectUrl,
        scope: scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(again && { prompt: 'login' }),
      });
      return url.href;
    },

    /** Who it is, by the query that the provider added to the address of the page. */
    async identify(
      query: string,
      { state, nonce, codeVerifier }: ProviderAttempt,
    ): Promise<ProviderIdentity> {
      const configuration = await configure();
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${redirectUrl}?${query}`), {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        const more = claims && !claims.name ? await ask(configuration, tokens.access_token, claims.sub) : {};
        return toIdentity(configuration.serverMetadata().issuer, claims && { ...more, ...claims });
      } catch (error) {
        const { code, reason } = failureOf(error);
        log.warn({ reason }, 'a sign-in with the identity provider failed');
        throw new AppError(code);
      }
    },

    /** Where the browser ends the sign-in at the provider, too. Null if the provider has no such page, or cannot be asked. */
    async signOutUrl(): Promise<string | null> {
      const server = (await configure().catch(() => null))?.serverMetadata();
      if (!server?.end_session_endpoint) return null;
      const url = new URL(server.end_session_endpoint);
      url.searchParams.set('client_id', clientId);
      return url.href;
    },
  };
}

interface ConnectionDeps extends Pick<ProviderDeps, 'origin' | 'log'> {
  countBlocked: CountBlocked;
}

/** The provider at its address. What it sends is small. */
export function connectProvider(
  settings: ProviderSettings,
  { countBlocked, ...deps }: ConnectionDeps,
): Provider {
  const limits = { replyBytes: 1024 * 1024 };
  const client = createGuardedClient({ operatorOrigins: [settings.issuer], countBlocked, limits });
  return createProvider({ settings, client, ...deps });
}
