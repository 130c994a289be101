import type { UsageItem } from '@warranty/contracts/usage';
import { inDays } from '@warranty/domain/sentences';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { DiscoveriesStore, DiscoveryLimits } from './discoveries.store.ts';

export interface AgentsUsageDeps {
  discoveries: Pick<DiscoveriesStore, 'usage'>;
  storedLimits: DiscoveryLimits;
  retentionDays: number;
}

export function createAgentsUsage(deps: AgentsUsageDeps) {
  const { discoveries, storedLimits, retentionDays } = deps;
  const note = `Deleted after ${inDays(retentionDays)}.`;
  return async (owner: OwnerId): Promise<UsageItem[]> => {
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
    ];
  };
}
