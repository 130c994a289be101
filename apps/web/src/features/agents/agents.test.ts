import type { DiscoveredDevice } from '@warranty/contracts/agents';
import { RequestError } from '@warranty/contracts/core/client';
import { describe, expect, it } from 'vitest';
import { deviceCsv, deviceCsvName } from './devices/device-csv.ts';
import { countShown, filterDevices, noFilter } from './devices/device-filter.ts';
import {
  evaluateSearch,
  formatClockSkew,
  portsOf,
  sessionName,
  shownPorts,
} from './devices/device-labels.ts';
import { type DeviceSort, sortDevices } from './devices/device-sort.ts';
import { type DeviceWarranty, failedWarranty, isDell, withSerial } from './devices/device-warranty.ts';
import { layOutSubnets } from './devices/subnet-map.ts';
import { notAvailableText } from './download/download-messages.ts';
import { fileNameOf, quickStart, verifyCommand } from './download/platforms.ts';
import { unknownDevice } from './scans/sample-discovery.ts';

const timestamp = '2026-11-15T09:30:00.000Z';
const device = (ip: string, more: Partial<DiscoveredDevice> = {}): DiscoveredDevice => ({
  ...unknownDevice,
  ...{ id: ip, ip, timestamp },
  ...more,
});

describe('the quick start', () => {
  const origin = 'https://warranty.example.com';
  it.each([
    ['windows', 'x86_64', 'network_agent-windows-x86_64.exe'],
    ['macos', 'x86_64', 'network_agent-darwin-x86_64'],
    ['linux', 'x86_64', 'network_agent-linux-x86_64'],
    ['windows', 'arm64', 'network_agent-windows-arm64.exe'],
    ['macos', 'arm64', 'network_agent-darwin-arm64'],
    ['linux', 'arm64', 'network_agent-linux-arm64'],
  ] as const)('for %s on %s contains its file name and this server', (platform, architecture, file) => {
    expect(fileNameOf(platform, architecture)).toBe(file);
    const command = quickStart(platform, { origin, architecture, secret: null });
    expect(new Set(command.match(/network_agent[\w.-]+/g))).toEqual(new Set([file]));
    expect(command).toContain(`--server ${origin}`);
    expect(command).toContain('YOUR_AGENT_SECRET');
    expect(verifyCommand(platform, file)).toContain(file);
    const withSecret = quickStart(platform, { origin, architecture, secret: 'wla_x' });
    expect(withSecret).toContain("'wla_x'");
    expect(withSecret, "keeps it off the agent's command line").not.toMatch(/--agent-secret[ =]/);
  });
});

describe('notAvailableText', () => {
  const still = 'Agent binaries are currently being built. Please check back soon.';
  it.each([
    [
      { message: 'Not yet.', available_platforms: [{ platform: 'linux' }, { platform: 'windows' }] },
      'Not yet. Currently available: linux, windows',
    ],
    [{ available_platforms: [{ platform: 'linux' }] }, `${still} Currently available: linux`],
    [{ message: '', available_platforms: [] }, still],
    [{ message: 7, available_platforms: [null, {}, { platform: 7 }] }, still],
    [null, still],
    ['text', still],
  ])('for %j', (reply, text) => {
    expect(notAvailableText(reply)).toBe(text);
  });
});

describe('open ports', () => {
  it.each([
    ['[22,443]', [22, 443]],
    ['[]', []],
    ['{}', []],
    ['nonsense', []],
    ['[1,"2",null]', [1]],
  ])('are parsed from %s', (openPorts, ports) => {
    expect(portsOf({ openPorts })).toEqual(ports);
  });

  it.each([
    [5, 0],
    [6, 1],
    [12, 7],
  ])('of %i show at most five and %i more', (count, more) => {
    const ports = Array.from({ length: count }, (_, index) => index + 1);
    expect(shownPorts(ports)).toEqual({ shown: [1, 2, 3, 4, 5], more });
  });
});

it('names a session by its host name, or else by its agent ID', () => {
  expect(sessionName({ hostname: 'scanner-01', agentId: 'a' })).toBe('scanner-01');
  expect(sessionName({ hostname: null, agentId: 'a' })).toBe('a');
});

it.each([
  [660, '11 minutes ahead of'],
  [-3 * 3600 - 300, '3 hours 5 minutes behind'],
  [-86_400 * 2, '2 days behind'],
  [-(86_400 + 3600), '1 day 1 hour behind'],
])('describes a clock skew of %i seconds as %s', (seconds, words) => {
  expect(formatClockSkew(seconds)).toBe(words);
});

it('passes only known values to the predictor', () => {
  expect(evaluateSearch(device('10.0.0.1'))).toEqual({ ip: '10.0.0.1' });
  const known = {
    hostname: 'pc',
    mac: '00:00:00:00:00:01',
    manufacturer: 'Dell',
    model: 'OptiPlex',
    serial: 'S',
  };
  expect(evaluateSearch(device('10.0.0.1', { ...known, vendor: 'x' }))).toEqual({
    ip: '10.0.0.1',
    ...known,
    type: 'desktop',
  });
  expect(evaluateSearch(device('10.0.0.1', { vendor: 'Cisco Systems', kind: 'network' }))).toEqual({
    ip: '10.0.0.1',
    manufacturer: 'Cisco',
    type: 'network',
  });
});

describe('filterDevices', () => {
  const devices = [
    device('10.0.0.1', {
      hostname: 'Printer-2',
      vendor: 'Brother',
      openPorts: '[9100]',
      kind: 'printer',
      change: 'new',
    }),
    device('10.0.1.1', { serial: 'SMP0001', change: 'moved' }),
    device('10.0.1.2', { randomMac: true, change: 'known' }),
  ];
  const ips = (filter: Partial<typeof noFilter>) =>
    filterDevices(devices, { ...noFilter, ...filter }).map(({ ip }) => ip);

  it('matches all words in any field, ignoring case', () => {
    expect(ips({ search: 'BROTHER 9100' })).toEqual(['10.0.0.1']);
    expect(ips({ search: 'brother smp' })).toEqual([]);
    expect(ips({ search: '  ' })).toHaveLength(3);
  });

  it('filters by kind, subnet and the shown group', () => {
    expect(ips({ kind: 'printer' })).toEqual(['10.0.0.1']);
    expect(ips({ subnet: '10.0.1.0/24' })).toEqual(['10.0.1.1', '10.0.1.2']);
    expect(ips({ show: 'new' })).toEqual(['10.0.0.1']);
    expect(ips({ show: 'serial', search: '10.0.1' })).toEqual(['10.0.1.1']);
    expect(countShown(devices, 'random')).toBe(1);
  });
});

describe('sortDevices', () => {
  const devices = [
    device('10.0.0.2', { hostname: 'pc-10', openPorts: '[22,80]', serial: 'B' }),
    device('10.0.0.9', { manufacturer: 'Dell', model: 'Latitude' }),
    device('10.0.0.10', { hostname: 'pc-9', openPorts: '[22]', kind: 'printer' }),
    device('10.0.0.11', { hostname: 'PC-11', serial: 'a' }),
  ];
  const ends = (endDate: string | null) =>
    ({ state: 'answered', result: { endDate } }) as unknown as DeviceWarranty;
  const answers = new Map([
    ['10.0.0.9', ends('2027-01-01')],
    ['10.0.0.10', ends('2026-01-01')],
    ['10.0.0.11', ends(null)],
  ]);
  const sorted = (sort: DeviceSort) =>
    sortDevices(devices, sort, answers).map(({ ip }) => Number(ip.split('.').at(-1)));

  it.each<[DeviceSort, number[]]>([
    ['ip', [2, 9, 10, 11]],
    ['-ip', [11, 10, 9, 2]],
    ['hostname', [10, 2, 11, 9]],
    ['-hostname', [11, 2, 10, 9]],
    ['type', [10, 2, 9, 11]],
    ['hardware', [9, 2, 10, 11]],
    ['serial', [11, 2, 9, 10]],
    ['-ports', [2, 10, 9, 11]],
    ['warranty', [10, 9, 2, 11]],
    ['-warranty', [9, 10, 2, 11]],
  ])('by %s keeps devices without a value last, and others in the order of addresses', (sort, order) => {
    expect(sorted(sort)).toEqual(order);
  });
});

describe('layOutSubnets', () => {
  it('places a device by its address in the subnet', () => {
    const [first, second] = layOutSubnets([device('10.0.0.33', { kind: 'printer' }), device('10.0.1.255')]);
    expect(first).toMatchObject({ subnet: '10.0.0.0/24', rows: 8, counts: [{ kind: 'printer', count: 1 }] });
    expect(first?.cells[0]).toMatchObject({ column: 1, row: 1 });
    expect(second?.cells[0]).toMatchObject({ column: 31, row: 7 });
  });

  it('places IPv6 devices in sequence', () => {
    const many = Array.from({ length: 33 }, (_, index) => device(`2001:db8::${index.toString(16)}`));
    expect(layOutSubnets(many)[0]).toMatchObject({ subnet: '2001:db8:0:0::/64', rows: 2 });
  });
});

describe('the warranty of a device', () => {
  it('can be looked up if the serial number is known', () => {
    expect(withSerial([device('10.0.0.1'), device('10.0.0.2', { serial: 'S' })])).toHaveLength(1);
    expect(isDell(device('10.0.0.1', { manufacturer: 'Dell Inc.', serial: 'S' }))).toBe(true);
    expect(isDell(device('10.0.0.1', { manufacturer: 'LENOVO', serial: '7XK2P93' }))).toBe(false);
  });

  it.each([
    ['vendor_keys_missing', true],
    ['vendor_busy', false],
  ])('after the failure %s needs keys: %s', (code, needsKeys) => {
    const error = new RequestError(
      new Response(null, { status: 424 }),
      JSON.stringify({ error: 'Why.', code }),
    );
    expect(failedWarranty(error)).toEqual({ state: 'failed', text: 'Why.', needsKeys });
  });
});

describe('the export', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  const hostile = device('10.0.0.1', {
    hostname: '=cmd|"/C calc"!A0',
    vendor: '@SUM(1)',
    openPorts: '[22,443]',
  });

  it('starts with a byte order mark and escapes formulas', () => {
    const [head, row] = deviceCsv([hostile], new Map(), now).split('\r\n');
    expect(head?.startsWith('\uFEFFIP Address,Host Name,MAC Address')).toBe(true);
    expect(head).not.toContain('Warranty');
    expect(row).toContain(`10.0.0.1,"'=cmd|""/C calc""!A0",,'@SUM(1),Unknown`);
    expect(row).toContain(',22 443,');
  });

  it('has warranty columns after a lookup, including the reason for a failure', () => {
    const answers = new Map([['10.0.0.1', failedWarranty(null)]]);
    const [head, row] = deviceCsv([hostile], answers, now).split('\r\n');
    expect(head).toContain('Warranty Status,Warranty Start Date,Warranty End Date,Service Level');
    expect(row).toContain('Failed to look up the warranty. Try again later.');
  });

  it('is named after the agent and the scan, without path separators', () => {
    expect(deviceCsvName('office north/../x', '2026-11-15T09:30:00.000Z')).toBe(
      'agent-discovery-office-north-x-20261115-093000.csv',
    );
  });
});
