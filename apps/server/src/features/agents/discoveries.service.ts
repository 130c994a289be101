import { type DiscoverySummary, maxListedDiscoveries } from '@warranty/contracts/agents';
import { AppError } from '../../platform/http/app-error.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import { clockSkewSeconds } from './clock-skew.ts';
import type { DiscoveriesStore } from './discoveries.store.ts';
import { type DiscoveryParts, writeDiscovery } from './discovery-reply.ts';
import type { DiscoveryRow } from './read-discoveries.store.ts';
import type { ScanThreads } from './scan-threads.ts';

/** Devices of both scans together that are compared and serialized within a few milliseconds. */
const fewDevices = 500;

export type DiscoveriesService = ReturnType<typeof createDiscoveriesService>;

export function createDiscoveriesService(store: DiscoveriesStore, threads: Pick<ScanThreads, 'withPermit'>) {
  return {
    async list(owner: OwnerId, before: string | undefined): Promise<DiscoverySummary[]> {
      if (before !== undefined && !isUuid(before)) return [];
      const rows = await store.list(owner, before ?? null, maxListedDiscoveries);
      return rows.map((row) => ({ ...sessionOf(row), deviceCount: row.deviceCount }));
    },

    /** The reply as JSON. */
    async read(caller: Caller, id: string): Promise<string | Buffer> {
      const { owner } = caller;
      const row = isUuid(id) ? await store.find(owner, id) : null;
      if (!row) throw new AppError('not_found');
      const previous = await store.findPrevious(owner, row);
      const readParts = async (): Promise<DiscoveryParts> => {
        const [devices, previousDevices] = await Promise.all([
          store.devices(row.id),
          previous && store.devices(previous.id),
        ]);
        return {
          session: { ...sessionOf(row), totalDevices: row.deviceCount },
          devices,
          previous: previous && {
            id: previous.id,
            scanTimestamp: previous.scanTimestamp.toISOString(),
            devices: previousDevices,
          },
        };
      };
      if (row.deviceCount + (previous?.deviceCount ?? 0) <= fewDevices)
        return writeDiscovery(await readParts());
      const bytes = await threads.withPermit(caller, async (scans) =>
        scans.writeDiscovery(await readParts()),
      );
      return Buffer.from(bytes.buffer);
    },
  };
}

/** Member by member, because no schema filters this reply. */
function sessionOf(row: DiscoveryRow) {
  return {
    id: row.id,
    agentId: row.agentId,
    hostname: row.hostname,
    platform: row.platform,
    version: row.version,
    scanTimestamp: row.scanTimestamp.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    clockDifferenceSeconds: clockSkewSeconds(row.scanTimestamp, row.receivedAt),
    repeatsTimestamp: row.repeatsTimestamp,
    serialCount: row.serialCount,
  };
}
