import type { DiscoveredDevice, readDiscovery } from '@warranty/contracts/agents';
import type { ReplyOf } from '@warranty/contracts/endpoint';
import { compareScans, type DeviceChange } from '@warranty/domain/device-identity/compare';
import { deviceKind } from '@warranty/domain/device-identity/kind';
import { isRandomMac } from '@warranty/domain/device-identity/mac';
import type { DeviceRow } from './discoveries.store.ts';

type Discovery = ReplyOf<typeof readDiscovery>;

type Identity = Pick<DeviceRow, 'id' | 'ip' | 'hostname' | 'mac' | 'serial' | 'uuid'>;

/** What a discovery is written from. The devices are columns as JSON, as the store gives them. */
export interface DiscoveryParts {
  session: Discovery['session'];
  devices: string;
  previous: { id: string; scanTimestamp: string; devices: string } | null;
}

/** The reply, as its schema has it. */
export function writeDiscovery({ session, devices, previous }: DiscoveryParts): string {
  const rows = rowsOf<DeviceRow>(devices);
  const compared = previous && compareScans(rowsOf<Identity>(previous.devices), rows);
  const discovery: Discovery = {
    session,
    devices: rows.map((device, at) => deviceOf(device, compared?.changes[at] ?? null)),
    previous: previous && {
      id: previous.id,
      scanTimestamp: previous.scanTimestamp,
      gone: (compared?.gone ?? []).map(goneOf),
    },
  };
  return JSON.stringify(discovery);
}

/** `{ id: [1, 2], ip: ['10.0.0.1', '10.0.0.2'] }` as rows; a column without any is null. */
function rowsOf<R extends { id: number }>(text: string): R[] {
  const columns = JSON.parse(text) as Record<string, unknown[] | null>;
  const rows = (columns.id ?? []).map((): Record<string, unknown> => ({}));
  for (const [name, values] of Object.entries(columns))
    for (const [at, row] of rows.entries()) row[name] = values?.[at];
  return rows as R[];
}

function deviceOf(row: DeviceRow, change: DeviceChange | null): DiscoveredDevice {
  return {
    id: String(row.id),
    ip: row.ip,
    hostname: row.hostname,
    mac: row.mac,
    openPorts: row.openPorts,
    timestamp: new Date(row.timestamp).toISOString(),
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

function goneOf({ id, ip, hostname, mac, serial }: Identity) {
  return { id: String(id), ip, hostname, mac, serial };
}
