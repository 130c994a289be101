import type { UsageItem } from '@warranty/contracts/usage';
import { inDays } from '@warranty/domain/sentences';
import type { DiscoveriesStore, DiscoveryLimits } from './discoveries.store.ts';
import type { SecretsStore } from './secrets.store.ts';

export interface AgentsUsageDeps {
  discoveries: Pick<DiscoveriesStore, 'usage'>;
  secrets: Pick<SecretsStore, 'count'>;
  storedLimits: DiscoveryLimits;
  secretsPerUser: number;
  retentionDays: number;
}

export function createAgentsUsage(deps: AgentsUsageDeps) {
  const { discoveries, secrets, storedLimits, secretsPerUser, retentionDays } = deps;
  const note = `Deleted after ${inDays(retentionDays)}.`;
  return async (owner: string): Promise<UsageItem[]> => {
    const { scans, devices } = await discoveries.usage(owner);
    return [
      {
        id: 'agent-scans',
        label: 'Agent scans',
        used: scans,
        limit: storedLimits.scans,
        unit: 'count',
        note,
      },
      {
        id: 'agent-devices',
        label: 'Devices in agent scans',
        used: devices,
        limit: storedLimits.devices,
        unit: 'count',
        note,
      },
      {
        id: 'agent-secrets',
        label: 'Agent secrets',
        used: await secrets.count(owner),
        limit: secretsPerUser,
        unit: 'count',
        note: 'Freed when you revoke a secret.',
      },
    ];
  };
}
