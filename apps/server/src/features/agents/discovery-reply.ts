import type { DeviceKind, DiscoveredDevice, readDiscovery } from '@warranty/contracts/agents';
import type { ReplyOf } from '@warranty/contracts/endpoint';
import { compareScans, type DeviceChange } from '@warranty/domain/device-identity/compare';
import { deviceKind, hostnameWords } from '@warranty/domain/device-identity/kind';
import { isRandomMac } from '@warranty/domain/device-identity/mac';
import type { DeviceRow } from './discoveries.store.ts';

type Discovery = ReplyOf<typeof readDiscovery>;

type Identity = Pick<DeviceRow, 'id' | 'ip' | 'hostname' | 'mac' | 'serial' | 'uuid'>;

/** The input of `writeDiscovery`. The devices are JSON columns, as returned by the store. */
export interface DiscoveryParts {
  session: Discovery['session'];
  devices: string;
  previous: { id: string; scanTimestamp: string; devices: string } | null;
}

/** The reply as JSON, matching its schema. */
export function writeDiscovery({ session, devices, previous }: DiscoveryParts): string {
  const rows = rowsOf(devices, deviceAt);
  const readers = { toIso: createTimeWriter(), kindOf: createKindReader() };
  const compared = previous && compareScans(rowsOf(previous.devices, identityAt), rows);
  const discovery: Discovery = {
    session,
    devices: rows.map((device, index) => deviceOf(device, readers, compared?.changes[index] ?? null)),
    previous: previous && {
      id: previous.id,
      scanTimestamp: previous.scanTimestamp,
      gone: (compared?.missing ?? []).map(missingDevices),
    },
  };
  return JSON.stringify(discovery);
}

/** `{ id: [1, 2], ip: ['10.0.0.1', '10.0.0.2'] }`: lists of equal length, or all null if there are no devices. */
type Columns<R> = { [K in keyof R]: R[K][] };

function identityAt(columns: Columns<Identity>, at: number): Identity {
  return {
    id: columns.id[at] as number,
    ip: columns.ip[at] as string,
    hostname: columns.hostname[at] ?? null,
    mac: columns.mac[at] ?? null,
    serial: columns.serial[at] ?? null,
    uuid: columns.uuid[at] ?? null,
  };
}

function deviceAt(columns: Columns<DeviceRow>, at: number): DeviceRow {
  return {
    ...identityAt(columns, at),
    openPorts: columns.openPorts[at] as string,
    timestamp: columns.timestamp[at] as string,
    vendor: columns.vendor[at] ?? null,
    manufacturer: columns.manufacturer[at] ?? null,
    model: columns.model[at] ?? null,
    os: columns.os[at] ?? null,
  };
}

function rowsOf<R extends Identity>(text: string, rowAt: (columns: Columns<R>, at: number) => R): R[] {
  const columns = JSON.parse(text) as Columns<R>;
  const ids = columns.id as number[] | null;
  return (ids ?? []).map((_, index) => rowAt(columns, index));
}

/** Most devices of a scan have the same time, and converting one takes longer than writing the rest of a device. */
function createTimeWriter(): (text: string) => string {
  let [lastText, lastTime] = ['', ''];
  return (text) => {
    if (text === lastText) return lastTime;
    [lastText, lastTime] = [text, new Date(text).toISOString()];
    return lastTime;
  };
}

interface Readers {
  toIso: ReturnType<typeof createTimeWriter>;
  kindOf: ReturnType<typeof createKindReader>;
}

function deviceOf(row: DeviceRow, { toIso, kindOf }: Readers, change: DeviceChange | null): DiscoveredDevice {
  return {
    id: String(row.id),
    ip: row.ip,
    hostname: row.hostname,
    mac: row.mac,
    openPorts: row.openPorts,
    timestamp: toIso(row.timestamp),
    vendor: row.vendor,
    manufacturer: row.manufacturer,
    model: row.model,
    serial: row.serial,
    uuid: row.uuid,
    os: row.os,
    kind: kindOf(row),
    randomMac: isRandomMac(row.mac),
    change: change?.change ?? null,
    recognisedBy: change?.recognisedBy ?? null,
  };
}

/** Most devices of a scan look like others, and the words of each are compared with many. */
function createKindReader(): (row: DeviceRow) => DeviceKind {
  const kinds = new Map<string, DeviceKind>();
  return ({ openPorts, hostname: name, vendor, manufacturer, model, os }) => {
    const hostname = name && hostnameWords(name);
    const key = `${openPorts}\n${vendor}\n${manufacturer}\n${model}\n${os}\n${hostname}`;
    const known = kinds.get(key);
    if (known !== undefined) return known;
    const kind = deviceKind({ openPorts: JSON.parse(openPorts), hostname, vendor, manufacturer, model, os });
    kinds.set(key, kind);
    return kind;
  };
}

function missingDevices({ id, ip, hostname, mac, serial }: Identity) {
  return { id: String(id), ip, hostname, mac, serial };
}
