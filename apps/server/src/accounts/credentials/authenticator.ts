import type { ErrorCode } from '@warranty/contracts/core/errors';
import type { FastifyReply } from 'fastify';
import type { QuotaLimiter, QuotaStatus } from '../../platform/fairness/quota-limiter.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { bearerToken } from '../../platform/http/bearer.ts';
import type { Authenticator } from '../../platform/http/endpoints.ts';
import type { Identity } from '../../platform/ownership/caller.ts';

export interface CredentialAuthenticatorDeps {
  identify(credential: string): Promise<Identity | null>;
  /** By the id of the credential. */
  rateLimit: QuotaLimiter;
  refusal: ErrorCode;
  /** Told what is left of the rate. */
  onCharge?(reply: FastifyReply, status: QuotaStatus): void;
}

/** Malformed, unknown, disabled, expired and revoked credentials all get the same reply. */
export function credentialAuthenticator({
  identify,
  rateLimit,
  refusal,
  onCharge,
}: CredentialAuthenticatorDeps): Authenticator {
  return async (request, reply) => {
    const identity = await identify(bearerToken(request));
    if (!identity?.actor.id) {
      reply.header('www-authenticate', 'Bearer error="invalid_token"');
      throw new AppError(refusal);
    }
    const allowance = await rateLimit(identity.actor.id);
    onCharge?.(reply, allowance);
    if (!allowance.allowed)
      throw new AppError('too_many_requests', { retryAfterSeconds: allowance.resetSeconds });
    return identity;
  };
}
