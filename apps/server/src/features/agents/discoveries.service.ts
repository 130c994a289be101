import {
  type DiscoveredDevice,
  type DiscoverySummary,
  mostListedDiscoveries,
  type readDiscovery,
} from '@warranty/contracts/agents';
import type { ReplyOf } from '@warranty/contracts/endpoint';
import { compareScans, type DeviceChange } from '@warranty/domain/device-identity/compare';
import { deviceKind } from '@warranty/domain/device-identity/kind';
import { isRandomMac } from '@warranty/domain/device-identity/mac';
import { AppError } from '../../platform/http/app-error.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import { clockDifference } from './clock-difference.ts';
import type { DeviceRow, DiscoveriesStore, DiscoveryRow } from './discoveries.store.ts';

type Discovery = ReplyOf<typeof readDiscovery>;

export type DiscoveriesService = ReturnType<typeof createDiscoveriesService>;

export function createDiscoveriesService(store: DiscoveriesStore) {
  return {
    async list(owner: string, before: string | undefined): Promise<DiscoverySummary[]> {
      if (before !== undefined && !isUuid(before)) return [];
      const rows = await store.list(owner, before ?? null, mostListedDiscoveries);
      return rows.map((row) => ({ ...sessionOf(row), deviceCount: row.deviceCount }));
    },

    async read(owner: string, id: string): Promise<Discovery> {
      const row = isUuid(id) ? await store.find(owner, id) : null;
      if (!row) throw new AppError('not_found');
      const devices = await store.devices(row.id);
      const previous = await store.findPrevious(owner, row);
      const compared = previous && compareScans(await store.devices(previous.id), devices);
      return {
        session: { ...sessionOf(row), totalDevices: row.deviceCount },
        devices: devices.map((device, at) => deviceOf(device, compared?.changes[at] ?? null)),
        previous: previous && {
          id: previous.id,
          scanTimestamp: previous.scanTimestamp.toISOString(),
          gone: (compared?.gone ?? []).map(goneOf),
        },
      };
    },
  };
}

function sessionOf(row: DiscoveryRow) {
  return {
    id: row.id,
    agentId: row.agentId,
    hostname: row.hostname,
    platform: row.platform,
    version: row.version,
    scanTimestamp: row.scanTimestamp.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    clockDifferenceSeconds: clockDifference(row.scanTimestamp, row.receivedAt),
    repeatsTimestamp: row.repeatsTimestamp,
    serialCount: row.serialCount,
  };
}

function deviceOf(row: DeviceRow, change: DeviceChange | null): DiscoveredDevice {
  return {
    id: String(row.id),
    ip: row.ip,
    hostname: row.hostname,
    mac: row.mac,
    openPorts: row.openPorts,
    timestamp: row.timestamp.toISOString(),
    vendor: row.vendor,
    manufacturer: row.manufacturer,
    model: row.model,
    serial: row.serial,
    uuid: row.uuid,
    os: row.os,
    kind: deviceKind({ ...row, openPorts: JSON.parse(row.openPorts) as number[] }),
    randomMac: isRandomMac(row.mac),
    change: change?.change ?? null,
    recognisedBy: change?.recognisedBy ?? null,
  };
}

function goneOf({ id, ip, hostname, mac, serial }: DeviceRow) {
  return { id: String(id), ip, hostname, mac, serial };
}
