import type { DeviceKind, DiscoveredDevice } from '@warranty/contracts/agents';
import { subnetOf } from '@warranty/domain/device-identity/subnet';

export const maxSearchLength = 100;

export const deviceFilterOptions = ['all', 'new', 'moved', 'serial', 'random'] as const;
export type DeviceFilterOption = (typeof deviceFilterOptions)[number];

export interface DeviceFilter {
  search: string;
  kind: DeviceKind | 'all';
  show: DeviceFilterOption;
  subnet: string | 'all';
}

export const noFilter: DeviceFilter = { search: '', kind: 'all', show: 'all', subnet: 'all' };

const fits: Record<DeviceFilterOption, (device: DiscoveredDevice) => boolean> = {
  all: () => true,
  new: ({ change }) => change === 'new',
  moved: ({ change }) => change === 'moved',
  serial: ({ serial }) => serial !== null,
  random: ({ randomMac }) => randomMac,
};

function textOf(device: DiscoveredDevice): string {
  const { ip, hostname, mac, vendor, manufacturer, model, serial, os, openPorts } = device;
  return [ip, hostname, mac, vendor, manufacturer, model, serial, os, openPorts].join(' ').toLowerCase();
}

/** Every search word must match some field of the device. */
export function filterDevices(
  devices: readonly DiscoveredDevice[],
  filter: DeviceFilter,
): DiscoveredDevice[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean);
  return devices.filter(
    (device) =>
      (filter.kind === 'all' || device.kind === filter.kind) &&
      (filter.subnet === 'all' || subnetOf(device.ip) === filter.subnet) &&
      fits[filter.show](device) &&
      (words.length === 0 || words.every((word) => textOf(device).includes(word))),
  );
}

export const countShown = (
  devices: readonly DiscoveredDevice[],
  show: DeviceFilterOption,
  subnet = noFilter.subnet,
): number => filterDevices(devices, { ...noFilter, show, subnet }).length;
