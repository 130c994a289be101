import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/http/app-error.ts';
import { bearerToken } from '../../platform/http/bearer.ts';
import type { Authenticator } from '../../platform/http/endpoints.ts';
import { enforceRateLimit } from '../../platform/limits/enforce-rate-limit.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.store.ts';
import type { TokenVerifier } from '../../platform/secrets/token-verifier.ts';
import type { SecretHolder } from './secrets.store.ts';

export interface SecretAuthenticatorDeps {
  verified: TokenVerifier<SecretHolder>;
  limits: RateLimiter;
  scansPerMinute: number;
}

export interface SecretAuthenticator {
  authenticate: Authenticator;
  /** The secret of an authenticated request. */
  secretOf(request: FastifyRequest): string;
}

/** 1/20 of the limit per process and minute is not counted in the shared limiter, so agents in normal use cost no query. */
function createFreeQuota(scansPerMinute: number): (secretId: string) => boolean {
  const free = Math.floor(scansPerMinute / 20);
  let uses = new Map<string, number>();
  let until = 0;
  return (secretId) => {
    const now = performance.now();
    if (now >= until) {
      uses = new Map();
      until = now + 60_000;
    }
    const count = (uses.get(secretId) ?? 0) + 1;
    uses.set(secretId, count);
    return count <= free;
  };
}

/** Malformed, unknown and revoked secrets all get the same reply. */
export function secretAuthenticator({
  verified,
  limits,
  scansPerMinute,
}: SecretAuthenticatorDeps): SecretAuthenticator {
  const secrets = new WeakMap<FastifyRequest, string>();
  const isOrdinary = createFreeQuota(scansPerMinute);
  return {
    async authenticate(request, reply) {
      const holder = await verified.holderOf(bearerToken(request));
      if (!holder) {
        reply.header('www-authenticate', 'Bearer error="invalid_token"');
        throw new AppError('agent_secret_refused');
      }
      if (!isOrdinary(holder.secretId))
        await enforceRateLimit(limits, `agent-scans:${holder.secretId}`, {
          count: scansPerMinute,
          seconds: 60,
        });
      secrets.set(request, holder.secretId);
      return { userId: holder.userId, username: holder.username };
    },
    secretOf: (request) => secrets.get(request) as string,
  };
}
