import { SocketAddress } from 'node:net';
import { addressNumber } from '@warranty/domain/device-identity/subnet';
import { type DeviceColumn, type StoredColumns, unpackColumns } from './packed-devices.ts';

type OptionalColumn = Exclude<DeviceColumn, 'ip' | 'open_ports' | 'timestamp' | 'agent_id' | 'serial_source'>;

export interface DeviceRow extends Record<OptionalColumn, string | null> {
  id: number;
  ip: string;
  openPorts: string;
  timestamp: string;
}

/** `2001:DB8:0:0:0:0:0:1` becomes `2001:db8::1`, as PostgreSQL writes it. */
function canonicalAddress(ip: string): string {
  return ip.includes(':') ? new SocketAddress({ address: ip, family: 'ipv6' }).address : ip;
}

/** The devices of a scan in the order in which it listed them. None if it was deleted. */
export function unpackDevices(packed: Uint8Array | null): DeviceRow[] {
  const columns: StoredColumns = packed ? unpackColumns(packed) : {};
  return (columns.ip ?? []).map((ip, index) => ({
    id: index + 1,
    ip: canonicalAddress(ip as string),
    hostname: columns.hostname?.[index] ?? null,
    mac: columns.mac?.[index] ?? null,
    openPorts: columns.open_ports?.[index] as string,
    timestamp: columns.timestamp?.[index] as string,
    vendor: columns.vendor?.[index] ?? null,
    manufacturer: columns.manufacturer?.[index] ?? null,
    model: columns.model?.[index] ?? null,
    serial: columns.serial?.[index] ?? null,
    uuid: columns.uuid?.[index] ?? null,
    os: columns.os?.[index] ?? null,
  }));
}

/** Devices with the same address stay in their order. */
export function sortByAddress(devices: readonly DeviceRow[]): DeviceRow[] {
  const numbered = devices.map((device) => ({ device, number: addressNumber(device.ip) }));
  numbered.sort((a, b) => (a.number < b.number ? -1 : Number(a.number > b.number)));
  return numbered.map(({ device }) => device);
}
