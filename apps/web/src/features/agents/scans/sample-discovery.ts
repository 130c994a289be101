import type { DiscoveredDevice } from '@warranty/contracts/agents';
import type { ConfigReply } from '@warranty/contracts/system';
import type { Discovery } from './use-discoveries.ts';

/** In the address, `?session=sample`. The ids of real sessions are UUIDs. */
export const sampleSessionId = 'sample';

/** A device of which only the address is known. */
export const unknownDevice = {
  hostname: null,
  mac: null,
  openPorts: '[]',
  vendor: null,
  manufacturer: null,
  model: null,
  serial: null,
  uuid: null,
  os: null,
  kind: 'unknown',
  randomMac: false,
  change: null,
  recognizedBy: null,
} as const satisfies Partial<DiscoveredDevice>;

/** Addresses and names that are reserved for documentation. */
const office: (Pick<DiscoveredDevice, 'ip'> & Partial<DiscoveredDevice>)[] = [
  { ip: '192.0.2.1', kind: 'network', hostname: 'gateway.example', vendor: 'Cisco', openPorts: '[22,443]' },
  {
    ip: '192.0.2.20',
    kind: 'computer',
    hostname: 'reception-pc.office.example',
    manufacturer: 'Dell Inc.',
    model: 'OptiPlex 7090',
    openPorts: '[135,139,445,3389]',
  },
  {
    ip: '192.0.2.21',
    kind: 'server',
    hostname: 'files-01.office.example',
    manufacturer: 'Dell Inc.',
    model: 'PowerEdge R750',
    openPorts: '[22,80,111,443,445,2049,5900]',
  },
  {
    ip: '192.0.2.40',
    kind: 'printer',
    hostname: 'printer-2',
    vendor: 'Brother Industries',
    openPorts: '[80,9100]',
  },
  { ip: '192.0.2.60', kind: 'phone' },
];

/** A scan that exists only on the screen. Its serial numbers are those of sample data; elsewhere it has none, so that no vendor is asked. */
export function sampleDiscovery(
  { demo, samples }: Pick<ConfigReply, 'demo' | 'samples'>,
  now: Date,
): Discovery {
  const timestamp = now.toISOString();
  const serials = demo ? samples.filter(({ manufacturer }) => manufacturer === 'Dell') : [];
  const dells = office.filter(({ manufacturer }) => manufacturer === 'Dell Inc.');
  const devices = office.map((device, index) => {
    const serial = serials[dells.indexOf(device)]?.identifier ?? null;
    return { ...unknownDevice, ...device, id: `${sampleSessionId}-${index + 1}`, timestamp, serial };
  });
  return {
    session: {
      id: sampleSessionId,
      agentId: sampleSessionId,
      hostname: 'Sample scan',
      platform: 'linux',
      version: null,
      scanTimestamp: timestamp,
      receivedAt: timestamp,
      clockDifferenceSeconds: null,
      repeatsTimestamp: false,
      serialCount: devices.filter(({ serial }) => serial !== null).length,
      totalDevices: devices.length,
    },
    devices,
    previous: null,
  };
}
