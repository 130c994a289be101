import type { Audit } from '../../platform/audit/audit.ts';
import type { Db, Pool } from '../../platform/db/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import { scheduledJob } from '../../platform/jobs/job.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.store.ts';
import { createTokenVerifier } from '../../platform/secrets/token-verifier.ts';
import { agentsRoutes } from './agents.routes.ts';
import { createDiscoveriesService } from './discoveries.service.ts';
import { createDiscoveriesStore } from './discoveries.store.ts';
import { createDownloads } from './downloads.ts';
import { createScanReceiver, type ReceiverDeps } from './receive-scan.ts';
import { createScanThreads } from './scan-threads.ts';
import { secretAuthenticator } from './secret-authenticator.ts';
import { agentSecretFormat } from './secret-format.ts';
import { createSecretsService, type SecretsServiceDeps } from './secrets.service.ts';
import { createSecretsStore } from './secrets.store.ts';
import { createSweep } from './sweep.ts';

export interface AgentsDeps
  extends Pick<SecretsServiceDeps, 'secretsPerUser' | 'firstRecoveryCode'>,
    Pick<ReceiverDeps, 'freeBytes' | 'minFreeBytes' | 'touchUsers'> {
  db: Db;
  pool: Pool;
  limits: RateLimiter;
  audit: Audit;
  scansPerMinute: number;
  /** The folder with the agents and scripts to download. */
  agentDir: string;
}

/** Public API of the agents feature: network agents, their secrets and their discoveries. */
export function createAgents(deps: AgentsDeps) {
  const secretsStore = createSecretsStore(deps.db, deps.pool);
  const store = createDiscoveriesStore(deps.db, deps.pool);
  const verified = createTokenVerifier({
    isWellFormed: agentSecretFormat.isWellFormed,
    findHolders: secretsStore.holders,
  });
  const { authenticate, secretOf } = secretAuthenticator({ ...deps, verified });
  const threads = createScanThreads();
  const { sweep, eraseOwner } = createSweep(store);
  return defineFeature({
    routes: agentsRoutes({
      secrets: createSecretsService({ ...deps, store: secretsStore, changed: verified.invalidate }),
      receive: createScanReceiver({ ...deps, store, threads, bindSecret: secretsStore.bind }),
      secretOf,
      discoveries: createDiscoveriesService(store, threads),
      downloads: createDownloads(deps.agentDir),
    }),
    authenticate,
    jobs: [scheduledJob('agents.sweep', '53 * * * *', sweep)],
    eraseOwner,
    stop: threads.stop,
  });
}
