import type { Audit } from '../../platform/audit/audit.ts';
import type { Db, Pool } from '../../platform/db/database.ts';
import { defineFeature } from '../../platform/feature.ts';
import { scheduledJob } from '../../platform/jobs/job.ts';
import { createAddressQuota } from '../../platform/limits/address-quota.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.store.ts';
import { createTokenVerifier } from '../../platform/secrets/token-verifier.ts';
import { agentsRoutes } from './agents.routes.ts';
import { createAgentsUsage } from './agents-usage.ts';
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
    Pick<ReceiverDeps, 'requireStorage' | 'storedLimits' | 'touchUsers'> {
  db: Db;
  pool: Pool;
  limits: RateLimiter;
  audit: Audit;
  scansPerMinute: number;
  devicesPerDayPerAddress: number;
  /** How long discoveries are stored. */
  retentionDays: number;
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
  const { sweep, eraseOwner } = createSweep(store, deps.retentionDays);
  const { limits, devicesPerDayPerAddress: perDay } = deps;
  const allowance = `${perDay.toLocaleString('en-US')} discovered devices`;
  const devicesOfAddress = createAddressQuota({ limits, name: 'agent-devices', perDay, allowance });
  return defineFeature({
    routes: agentsRoutes({
      secrets: createSecretsService({ ...deps, store: secretsStore, changed: verified.invalidate }),
      receive: createScanReceiver({ ...deps, store, threads, devicesOfAddress }),
      secretOf,
      discoveries: createDiscoveriesService(store, threads),
      downloads: createDownloads(deps.agentDir),
    }),
    authenticate,
    jobs: [scheduledJob('agents.sweep', '53 * * * *', sweep)],
    eraseOwner,
    usage: createAgentsUsage({ ...deps, discoveries: store, secrets: secretsStore }),
    start: store.createMonths,
    stop: threads.stop,
  });
}
