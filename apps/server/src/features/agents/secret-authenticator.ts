import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/http/app-error.ts';
import { bearerToken } from '../../platform/http/bearer.ts';
import type { Authenticator } from '../../platform/http/endpoints.ts';
import { createQuotaLimiter, windowSeconds } from '../../platform/limits/quota-limiter.ts';
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
  secretOf(request: FastifyRequest): SecretHolder;
}

/** Charges the shared limiter for 1/20 of the scans at a time, and for single ones when the limit is near. */
const createScanLimiter = (limits: RateLimiter, scansPerMinute: number) =>
  createQuotaLimiter({
    limit: scansPerMinute,
    async claim({ key, used, wanted }) {
      const rate = { count: scansPerMinute, seconds: windowSeconds };
      const charge = (scans: number) => limits.take(`agent-scans:${key}`, rate, used + scans);
      const left = scansPerMinute - wanted;
      if ((await charge(wanted)).allowed)
        return { granted: wanted, left, isCharged: true, retryAfterSeconds: 0 };
      const single = await charge(1);
      return single.allowed
        ? { granted: 1, left, isCharged: true, retryAfterSeconds: 0 }
        : { granted: 0, left: 0, isCharged: false, retryAfterSeconds: single.retryAfterSeconds };
    },
  });

/** Malformed, unknown and revoked secrets all get the same reply. */
export function secretAuthenticator({
  verified,
  limits,
  scansPerMinute,
}: SecretAuthenticatorDeps): SecretAuthenticator {
  const secrets = new WeakMap<FastifyRequest, SecretHolder>();
  const takeScan = createScanLimiter(limits, scansPerMinute);
  return {
    async authenticate(request, reply) {
      const holder = await verified.holderOf(bearerToken(request));
      if (!holder) {
        reply.header('www-authenticate', 'Bearer error="invalid_token"');
        throw new AppError('agent_secret_refused');
      }
      const { allowed, resetSeconds } = await takeScan(holder.secretId);
      if (!allowed) throw new AppError('too_many_requests', { retryAfterSeconds: resetSeconds });
      secrets.set(request, holder);
      return {
        userId: holder.userId,
        username: holder.username,
        credential: { kind: 'agent', id: holder.secretId },
      };
    },
    secretOf: (request) => secrets.get(request) as SecretHolder,
  };
}
