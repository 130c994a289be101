import { AppError } from '../../platform/http/app-error.ts';
import { bearerToken } from '../../platform/http/bearer.ts';
import type { Authenticator } from '../../platform/http/endpoints.ts';
import { writeRateLimit } from '../../platform/http/rate-limit-headers.ts';
import { type QuotaLimiter, windowSeconds } from '../../platform/limits/quota-limiter.ts';
import type { TokenVerifier } from '../../platform/secrets/token-verifier.ts';
import type { TokenHolder } from './access-tokens.store.ts';
import type { UsageRecorder } from './usage-recorder.ts';

export interface TokenAuthenticatorDeps {
  verified: TokenVerifier<TokenHolder>;
  rateLimit: QuotaLimiter;
  usage: UsageRecorder;
}

const policy = { name: 'token', windowSeconds };

/** Malformed, unknown, disabled and expired tokens all get the same reply. */
export function tokenAuthenticator({ verified, rateLimit, usage }: TokenAuthenticatorDeps): Authenticator {
  return async (request, reply) => {
    const holder = await verified.holderOf(bearerToken(request));
    if (!holder) {
      reply.header('www-authenticate', 'Bearer error="invalid_token"');
      throw new AppError('token_refused');
    }
    const allowance = await rateLimit(holder.tokenId);
    writeRateLimit(reply, policy, allowance);
    if (!allowance.allowed)
      throw new AppError('too_many_requests', { retryAfterSeconds: allowance.resetSeconds });
    usage.note(holder);
    return {
      userId: holder.userId,
      username: holder.username,
      credential: { kind: 'token', id: holder.tokenId },
    };
  };
}
