import { type DeviceKind, type DiscoveredDevice, deviceKinds } from '@warranty/contracts/agents';
import { subnetOf } from '@warranty/domain/device-identity/subnet';

export const columns = 32;

/** An IPv4 device is placed by the last number of its address, other devices in sequence. */
function placeOf({ ip }: DiscoveredDevice, at: number): number {
  return ip.includes(':') ? at : Number(ip.slice(ip.lastIndexOf('.') + 1));
}

/** Without kinds of which there is no device. */
export function countKinds(devices: readonly DiscoveredDevice[]): { kind: DeviceKind; count: number }[] {
  return deviceKinds
    .map((kind) => ({ kind, count: devices.filter((device) => device.kind === kind).length }))
    .filter(({ count }) => count > 0);
}

/** Lays out subnets as strips with one cell per device. */
export function layOutSubnets(devices: readonly DiscoveredDevice[]) {
  const bySubnet = Map.groupBy(devices, ({ ip }) => subnetOf(ip));
  return [...bySubnet].map(([subnet, inside]) => {
    const places = inside.map(placeOf);
    const cells = inside.map((device, index) => {
      const place = places[index] ?? 0;
      return { device, column: place % columns, row: Math.floor(place / columns) };
    });
    const isWhole = !subnet.includes(':');
    const rows = isWhole ? 256 / columns : Math.max(...cells.map(({ row }) => row)) + 1;
    return { subnet, cells, rows, counts: countKinds(inside) };
  });
}

export type SubnetStrip = ReturnType<typeof layOutSubnets>[number];
