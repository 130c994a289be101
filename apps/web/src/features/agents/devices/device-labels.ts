import type { DeviceKind, DiscoveredDevice, DiscoverySummary, IdentityKey } from '@warranty/contracts/agents';
import { deviceEvidence } from '@warranty/domain/prediction/device-evidence';
import { formatDate, localDay } from '../../../lib/format/format-date.ts';

export const kindLabels: Record<DeviceKind, string> = {
  computer: 'Computer',
  server: 'Server',
  network: 'Network',
  printer: 'Printer',
  phone: 'Phone',
  camera: 'Camera',
  storage: 'Storage',
  unknown: 'Unknown',
};

export const identityLabels: Record<IdentityKey, string> = {
  serial: 'its serial number',
  uuid: 'its UUID',
  mac: 'its hardware address',
  hostname: 'its host name',
};

const maxPortsShown = 5;

/** Parses the ports from JSON text. Returns an empty list if the text is not a JSON array. */
export function portsOf({ openPorts }: Pick<DiscoveredDevice, 'openPorts'>): number[] {
  try {
    const ports: unknown = JSON.parse(openPorts);
    return Array.isArray(ports) ? ports.filter((port) => typeof port === 'number') : [];
  } catch {
    return [];
  }
}

/** Up to five ports, and the number of remaining ones. */
export function shownPorts(ports: readonly number[]): { shown: number[]; more: number } {
  return { shown: ports.slice(0, maxPortsShown), more: Math.max(0, ports.length - maxPortsShown) };
}

/** "15 Nov 2026, 10:30" in the user's time zone. */
export function formatMoment(instant: string): string {
  const date = new Date(instant);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${formatDate(localDay(date))}, ${two(date.getHours())}:${two(date.getMinutes())}`;
}

export const sessionName = ({ hostname, agentId }: Pick<DiscoverySummary, 'hostname' | 'agentId'>) =>
  hostname || agentId;

/** For example "3 hours 5 minutes ahead of". */
export function formatClockSkew(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  const part = (amount: number, unit: string) =>
    amount > 0 ? [`${amount} ${unit}${amount === 1 ? '' : 's'}`] : [];
  const words = [...part(days, 'day'), ...part(hours, 'hour'), ...part(minutes % 60, 'minute')];
  return `${words.slice(0, 2).join(' ')} ${seconds > 0 ? 'ahead of' : 'behind'}`;
}

/** Query parameters for the predictor; unknown values are omitted. */
export function evaluateSearch(device: DiscoveredDevice): Record<string, string> {
  const { ip, hostname, mac } = device;
  const known = Object.entries({ ip, hostname, mac, ...deviceEvidence(device) }).filter(
    (entry): entry is [string, string] => entry[1] !== null && entry[1] !== '',
  );
  return Object.fromEntries(known);
}
