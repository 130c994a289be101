import type { HasNames } from '../../accounts/creators.ts';
import { credentialAuthenticator } from '../../accounts/credentials/authenticator.ts';
import {
  type CredentialKind,
  type CredentialsDeps,
  createCredentials,
} from '../../accounts/credentials/credentials.ts';
import type { HasSignIn } from '../../accounts/sign-in-mode.ts';
import type { Db, Pool } from '../../platform/db/database.ts';
import { windowSeconds } from '../../platform/fairness/quota-limiter.ts';
import { defineFeature } from '../../platform/feature.ts';
import { writeRateLimit } from '../../platform/http/replies/rate-limit-headers.ts';
import type { Log } from '../../platform/log.ts';
import { accessTokensRoutes } from './access-tokens.routes.ts';
import { createAccessTokensService } from './access-tokens.service.ts';
import { createAccessTokensStore } from './access-tokens.store.ts';
import { accessTokenTables } from './access-tokens.tables.ts';
import { apiGuide } from './guide.ts';
import { createTokenRateLimiter } from './token-rate-limiter.ts';
import { createUsageRecorder, type UsageDeps } from './usage-recorder.ts';

export interface AccessTokensDeps
  extends Omit<CredentialsDeps, 'store'>,
    Pick<UsageDeps, 'touchOwners'>,
    HasNames,
    HasSignIn {
  db: Db;
  pool: Pool;
  tokensPerUser: number;
  requestsPerMinute: number;
  usageSeconds: number;
  log: Log;
}

const policy = { name: 'token', windowSeconds };

const accessTokens = (max: number): CredentialKind => ({
  prefix: 'wlt_',
  max,
  tooMany: 'too_many_tokens',
  created: 'token.created',
  revoked: 'token.revoked',
  noun: 'Token',
});

/** Public API of the access tokens feature: tokens that other applications use to call the API. */
export function createAccessTokens(deps: AccessTokensDeps) {
  const { db, pool, tokensPerUser, requestsPerMinute, usageSeconds, touchOwners, log } = deps;
  const store = createAccessTokensStore(db, pool, deps);
  const credentials = createCredentials(accessTokens(tokensPerUser), { ...deps, store });
  const usage = createUsageRecorder({ addUses: store.addUses, touchOwners, everySeconds: usageSeconds, log });
  return defineFeature({
    routes: accessTokensRoutes(createAccessTokensService(store, credentials, deps), deps),
    tables: accessTokenTables,
    authenticate: credentialAuthenticator({
      identify: credentials.identify,
      rateLimit: createTokenRateLimiter({ requestsPerMinute, claim: store.claim }),
      refusal: 'token_refused',
      onCharge: (reply, status) => writeRateLimit(reply, policy, status),
    }),
    /** Counts a request that is accepted. */
    noteUse: usage.note,
    guide: (origin: string, identifier: string) => apiGuide({ origin, identifier, requestsPerMinute }),
    /** Writes pending usage counts. */
    stop: usage.flush,
  });
}
