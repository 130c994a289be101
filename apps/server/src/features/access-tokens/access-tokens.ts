import type { Db, Pool } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { createVerified } from '../../platform/secrets/verified.ts';
import { accessTokensRoutes } from './access-tokens.routes.ts';
import { type AccessTokensServiceDeps, createAccessTokensService } from './access-tokens.service.ts';
import { createAccessTokensStore } from './access-tokens.store.ts';
import { apiGuide } from './guide.ts';
import { createRateLimit } from './rate-limit.ts';
import { tokenAuthenticator } from './token-authenticator.ts';
import { tokenForm } from './token-form.ts';
import { createUsage, type UsageDeps } from './usage.ts';

export interface AccessTokensDeps
  extends Pick<AccessTokensServiceDeps, 'tokensPerUser' | 'firstRecoveryCode'>,
    Pick<UsageDeps, 'noteUsers'> {
  db: Db;
  pool: Pool;
  requestsPerMinute: number;
  usageSeconds: number;
  log: Log;
}

/** The front door: tokens with which other applications call us. */
export function createAccessTokens(deps: AccessTokensDeps) {
  const { db, pool, tokensPerUser, requestsPerMinute, usageSeconds, firstRecoveryCode, noteUsers, log } =
    deps;
  const store = createAccessTokensStore(db, pool);
  const verified = createVerified({ isWellFormed: tokenForm.isWellFormed, findHolders: store.holders });
  const usage = createUsage({ addUses: store.addUses, noteUsers, everySeconds: usageSeconds, log });
  const service = createAccessTokensService({
    store,
    tokensPerUser,
    firstRecoveryCode,
    changed: verified.changed,
  });
  return {
    routes: accessTokensRoutes(service),
    authenticate: tokenAuthenticator({
      verified,
      rateLimit: createRateLimit({ requestsPerMinute, draw: store.draw }),
      usage,
    }),
    guide: (origin: string, identifier: string) => apiGuide({ origin, identifier, requestsPerMinute }),
    /** Writes the uses that have not been written yet. */
    flushUsage: usage.flush,
  };
}
