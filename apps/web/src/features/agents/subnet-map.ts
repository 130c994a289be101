import { type DeviceKind, type DiscoveredDevice, deviceKinds } from '@warranty/contracts/agents';
import { subnetOf } from '@warranty/domain/device-identity/subnet';

export const columns = 32;

export interface DeviceCell {
  device: DiscoveredDevice;
  column: number;
  row: number;
}

export interface SubnetStrip {
  subnet: string;
  cells: DeviceCell[];
  rows: number;
  /** Devices by kind, those that are there. */
  counts: { kind: DeviceKind; count: number }[];
}

/** Its place in a /24 is the last number of its address; elsewhere devices stand in a row. */
function placeOf({ ip }: DiscoveredDevice, at: number): number {
  return ip.includes(':') ? at : Number(ip.slice(ip.lastIndexOf('.') + 1));
}

export function countKinds(devices: readonly DiscoveredDevice[]): { kind: DeviceKind; count: number }[] {
  return deviceKinds
    .map((kind) => ({ kind, count: devices.filter((device) => device.kind === kind).length }))
    .filter(({ count }) => count > 0);
}

/** Subnets as strips of cells, a cell for each device. */
export function layOutSubnets(devices: readonly DiscoveredDevice[]): SubnetStrip[] {
  const bySubnet = Map.groupBy(devices, ({ ip }) => subnetOf(ip));
  return [...bySubnet].map(([subnet, inside]) => {
    const places = inside.map(placeOf);
    const cells = inside.map((device, at) => {
      const place = places[at] ?? 0;
      return { device, column: place % columns, row: Math.floor(place / columns) };
    });
    const isWhole = !subnet.includes(':');
    const rows = isWhole ? 256 / columns : Math.max(...cells.map(({ row }) => row)) + 1;
    return { subnet, cells, rows, counts: countKinds(inside) };
  });
}
