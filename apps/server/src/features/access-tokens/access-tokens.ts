import type { UsageItem } from '@warranty/contracts/usage';
import type { Db, Pool } from '../../platform/db/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import type { Log } from '../../platform/log.ts';
import { createTokenVerifier } from '../../platform/secrets/token-verifier.ts';
import { accessTokensRoutes } from './access-tokens.routes.ts';
import { type AccessTokensServiceDeps, createAccessTokensService } from './access-tokens.service.ts';
import { createAccessTokensStore } from './access-tokens.store.ts';
import { apiGuide } from './guide.ts';
import { tokenAuthenticator } from './token-authenticator.ts';
import { accessTokenFormat } from './token-format.ts';
import { createTokenRateLimiter } from './token-rate-limiter.ts';
import { createUsageRecorder, type UsageDeps } from './usage-recorder.ts';

export interface AccessTokensDeps
  extends Pick<AccessTokensServiceDeps, 'tokensPerUser' | 'firstRecoveryCode' | 'audit'>,
    Pick<UsageDeps, 'touchUsers'> {
  db: Db;
  pool: Pool;
  requestsPerMinute: number;
  usageSeconds: number;
  log: Log;
}

/** Public API of the access tokens feature: tokens that other applications use to call the API. */
export function createAccessTokens(deps: AccessTokensDeps) {
  const { db, pool, audit, tokensPerUser, requestsPerMinute, usageSeconds, firstRecoveryCode, touchUsers } =
    deps;
  const { log } = deps;
  const store = createAccessTokensStore(db, pool);
  const verified = createTokenVerifier({
    isWellFormed: accessTokenFormat.isWellFormed,
    findHolders: store.holders,
  });
  const usage = createUsageRecorder({ addUses: store.addUses, touchUsers, everySeconds: usageSeconds, log });
  const service = createAccessTokensService({
    store,
    audit,
    tokensPerUser,
    firstRecoveryCode,
    changed: verified.invalidate,
  });
  return defineFeature({
    routes: accessTokensRoutes(service),
    authenticate: tokenAuthenticator({
      verified,
      rateLimit: createTokenRateLimiter({ requestsPerMinute, claim: store.claim }),
      usage,
    }),
    guide: (origin: string, identifier: string) => apiGuide({ origin, identifier, requestsPerMinute }),
    async usage(owner: string): Promise<UsageItem[]> {
      const used = await store.count(owner);
      const note = 'Freed when you revoke a token.';
      return [
        { id: 'access-tokens', label: 'Access tokens', used, limit: tokensPerUser, unit: 'count', note },
      ];
    },
    /** Writes pending usage counts. */
    stop: usage.flush,
  });
}
