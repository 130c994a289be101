import type { DeviceKind, DiscoveredDevice, readDiscovery } from '@warranty/contracts/agents';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import { compareScans, type DeviceChange } from '@warranty/domain/device-identity/compare';
import { deviceKind, hostnameWords } from '@warranty/domain/device-identity/kind';
import { isRandomMac } from '@warranty/domain/device-identity/mac';
import { type DeviceRow, sortByAddress, unpackDevices } from './unpack-devices.ts';

type Discovery = ReplyOf<typeof readDiscovery>;

/** The input of `writeDiscovery`. The devices are as the store returns them. */
export interface DiscoveryParts {
  session: Discovery['session'];
  devices: Uint8Array | null;
  previous: { id: string; scanTimestamp: string; devices: Uint8Array | null } | null;
}

/** The reply as JSON, matching its schema. */
export function writeDiscovery({ session, devices, previous }: DiscoveryParts): string {
  const rows = sortByAddress(unpackDevices(devices));
  const readers = { toIso: createTimeWriter(), kindOf: createKindReader() };
  const compared = previous && compareScans(unpackDevices(previous.devices), rows);
  const discovery: Discovery = {
    session,
    devices: rows.map((device, index) => deviceOf(device, readers, compared?.changes[index] ?? null)),
    previous: previous && {
      id: previous.id,
      scanTimestamp: previous.scanTimestamp,
      gone: sortByAddress(compared?.missing ?? []).map(missingDevice),
    },
  };
  return JSON.stringify(discovery);
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
    recognizedBy: change?.recognizedBy ?? null,
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

function missingDevice({ id, ip, hostname, mac, serial }: DeviceRow) {
  return { id: String(id), ip, hostname, mac, serial };
}
