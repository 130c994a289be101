import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** What a scan says about a device: columns of `discovered_devices` and their types. */
export const deviceColumns = {
  ip: 'inet',
  hostname: 'text',
  mac: 'text',
  open_ports: 'text',
  timestamp: 'timestamptz',
  agent_id: 'text',
  vendor: 'text',
  manufacturer: 'text',
  model: 'text',
  serial: 'text',
  serial_source: 'text',
  uuid: 'text',
  os: 'text',
} as const;

export type DeviceColumn = keyof typeof deviceColumns;
export const deviceColumnNames = Object.keys(deviceColumns) as DeviceColumn[];

/**
 * The devices of a scan as one value: `{"ip": ["10.0.0.1", "10.0.0.2"], "hostname": [null, "pc-2"]}`, compressed with
 * Zstandard. A column without a value is left out. Equal things are next to each other in columns, so it is a quarter
 * smaller than a list of devices.
 */
export function packDevices(devices: readonly Record<DeviceColumn, string | undefined>[]): Uint8Array {
  const used = deviceColumnNames.filter((name) => devices.some((device) => device[name] !== undefined));
  const columns = used.map((name) => [name, devices.map((device) => device[name] ?? null)]);
  return zstdCompressSync(JSON.stringify(Object.fromEntries(columns)));
}

/** Lists of equal length, one value per device. */
export type StoredColumns = { [K in DeviceColumn]?: (string | null)[] | null };

export function unpackColumns(packed: Uint8Array): StoredColumns {
  return JSON.parse(zstdDecompressSync(packed).toString());
}
