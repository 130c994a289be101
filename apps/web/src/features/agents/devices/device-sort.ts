import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { isDescending, type Sort, sortKeyOf } from '../../../ui/table/sort.ts';
import { kindLabels, portsOf } from './device-labels.ts';
import { type Answers, type DeviceWarranty, resultOf } from './device-warranty.ts';

export const sortKeys = ['ip', 'hostname', 'type', 'hardware', 'serial', 'ports', 'warranty'] as const;
export type SortKey = (typeof sortKeys)[number];

export type DeviceSort = Sort<SortKey>;

/** The order of the scan. */
export const byAddress: DeviceSort = 'ip';

export const sortLabels: Record<SortKey, string> = {
  ip: 'IP address',
  hostname: 'Host name',
  type: 'Type',
  hardware: 'Hardware',
  serial: 'Serial',
  ports: 'Ports',
  warranty: 'Warranty',
};

export const productOf = ({ manufacturer, model }: DiscoveredDevice): string =>
  [manufacturer, model].filter(Boolean).join(' ');

const values: Record<
  Exclude<SortKey, 'ip'>,
  (device: DiscoveredDevice, warranty: DeviceWarranty | undefined) => string | null
> = {
  hostname: ({ hostname }) => hostname,
  type: ({ kind }) => kindLabels[kind],
  hardware: (device) => productOf(device) || device.vendor,
  serial: ({ serial }) => serial,
  ports: (device) => `${portsOf(device).length}`,
  warranty: (_, warranty) => resultOf(warranty)?.endDate ?? null,
};

const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Devices without a value are last in both directions. Devices with the same value stay in the order of their addresses. */
export function sortDevices(
  devices: readonly DiscoveredDevice[],
  sort: DeviceSort,
  answers: Answers,
): DiscoveredDevice[] {
  const key = sortKeyOf(sort);
  const descending = isDescending(sort);
  // The server sorts by address.
  if (key === 'ip') return descending ? devices.toReversed() : [...devices];
  const keyed = devices.map((device) => ({
    device,
    value: values[key](device, answers.get(device.id)) || '',
  }));
  const sign = descending ? -1 : 1;
  return keyed
    .sort((one, other) =>
      one.value === '' || other.value === ''
        ? Number(one.value === '') - Number(other.value === '')
        : sign * compare(one.value, other.value),
    )
    .map(({ device }) => device);
}
