import type { UsageItem } from '@warranty/contracts/usage';
import { formatNumber } from '@warranty/domain/csv/csv-error';
import { inDays } from '@warranty/domain/sentences';
import type { HasNames } from '../../accounts/creators.ts';
import { credentialAuthenticator } from '../../accounts/credentials/authenticator.ts';
import {
  type CredentialKind,
  type CredentialsDeps,
  createCredentials,
} from '../../accounts/credentials/credentials.ts';
import type { HasSignIn } from '../../accounts/sign-in-mode.ts';
import type { Lookups } from '../../lookups/lookups.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Db, Pool } from '../../platform/db/database.ts';
import { createAddressQuota } from '../../platform/fairness/address-quota.ts';
import type { OwnerLimits } from '../../platform/fairness/owner-limits.ts';
import type { RateLimiter } from '../../platform/fairness/rate-limiter.store.ts';
import { defineFeature } from '../../platform/feature.ts';
import { scheduledJob } from '../../platform/jobs/job.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import { agentsRoutes } from './agents.routes.ts';
import { agentTables } from './agents.tables.ts';
import { createDiscoveriesService } from './discoveries.service.ts';
import { createDiscoveriesStore } from './discoveries.store.ts';
import { createDownloads } from './downloads.ts';
import { createScanReceiver, type ReceiverDeps } from './receive-scan.ts';
import { createScanLookupsService } from './scan-lookups.service.ts';
import { createScanRateLimiter } from './scan-rate-limiter.ts';
import { createScanThreads } from './scan-threads.ts';
import { createSecretsService } from './secrets.service.ts';
import { createSecretsStore } from './secrets.store.ts';
import { createSweep } from './sweep.ts';

export interface AgentsDeps
  extends Omit<CredentialsDeps, 'store' | 'audit'>,
    Pick<ReceiverDeps, 'requireStorage' | 'storedLimits' | 'touchOwners'>,
    HasNames,
    HasSignIn {
  db: Db;
  pool: Pool;
  limits: RateLimiter;
  ownerLimits: OwnerLimits;
  lookups: Pick<Lookups, 'batches' | 'engine'>;
  audit: Audit;
  secretsPerUser: number;
  scansPerMinute: number;
  devicesPerDayPerAddress: number;
  /** How long discoveries are stored. */
  retentionDays: number;
  /** The folder with the agents and scripts to download. */
  agentDir: string;
}

const agentSecrets = (max: number): CredentialKind => ({
  prefix: 'wla_',
  max,
  tooMany: 'too_many_secrets',
  created: 'agent_secret.created',
  revoked: 'agent_secret.revoked',
  noun: 'Secret',
});

/** Public API of the agents feature: network agents, their secrets and their discoveries. */
export function createAgents(deps: AgentsDeps) {
  const secretsStore = createSecretsStore(deps.db, deps.pool, deps);
  const store = createDiscoveriesStore(deps.db, deps.pool);
  const credentials = createCredentials(agentSecrets(deps.secretsPerUser), { ...deps, store: secretsStore });
  const threads = createScanThreads();
  const { sweep, eraseOwner } = createSweep(store, deps.retentionDays);
  const { batches, engine } = deps.lookups;
  const { limits, ownerLimits, scansPerMinute, devicesPerDayPerAddress: perDay } = deps;
  const allowance = `${formatNumber(perDay)} discovered devices`;
  const devicesOfAddress = createAddressQuota({
    ...{ limits, ownerLimits, perDay, allowance },
    name: 'agent-devices',
  });
  return defineFeature({
    tables: agentTables,
    routes: agentsRoutes({
      secrets: createSecretsService(secretsStore, credentials, deps),
      receive: createScanReceiver({ ...deps, store, threads, devicesOfAddress }),
      discoveries: createDiscoveriesService(store, threads),
      lookups: createScanLookupsService({ ...deps, ...engine, ...batches, discoveries: store }),
      downloads: createDownloads(deps.agentDir),
    }),
    authenticate: credentialAuthenticator({
      identify: credentials.identify,
      rateLimit: createScanRateLimiter(limits, scansPerMinute),
      refusal: 'agent_secret_refused',
    }),
    jobs: [scheduledJob('agents.sweep', '53 * * * *', sweep)],
    eraseOwner,
    async usage(owner: OwnerId): Promise<UsageItem[]> {
      const { scans, devices } = await store.usage(owner);
      const factor = await ownerLimits.factorOf(owner);
      const { storedLimits } = deps;
      const item = { unit: 'count', note: `Deleted after ${inDays(deps.retentionDays)}.` } as const;
      return [
        { ...item, id: 'agent-scans', label: 'Agent scans', used: scans, limit: storedLimits.scans * factor },
        {
          ...{ ...item, id: 'agent-devices', label: 'Devices in agent scans' },
          ...{ used: devices, limit: storedLimits.devices * factor },
        },
      ];
    },
    start: store.createMonths,
    stop: threads.stop,
  });
}
