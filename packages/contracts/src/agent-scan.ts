import * as z from 'zod/mini';
import { exampleSerial } from './core/example.ts';

/** More than the number of addresses in any range an agent scans at a time. */
export const maxScanDevices = 10_000;
const maxPorts = 1000;

/**
 * Devices control what they report about themselves. The server truncates it and makes it printable instead of rejecting
 * it, so that one hostile name cannot block a whole scan.
 */
const told = z.optional(z.nullable(z.string()));

/** A timestamp from 1970 on, with or without a time zone. The default is UTC. */
const stamp = z
  .string()
  .check(
    z.regex(/^(?:19[7-9]|2\d\d)\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/),
  );

const macForm = /^[0-9a-f]{1,2}(?:[:-][0-9a-f]{1,2}){5}$/i;

const isPort = (port: number) => Number.isInteger(port) && port >= 1 && port <= 65_535;

const name = z.string().check(z.regex(/\S/));

/** A scan has thousands of devices, so each is validated with as few checks as possible. */
const scannedDevice = z.object({
  ip: z.union([z.ipv4(), z.ipv6()]),
  hostname: told,
  mac: z.optional(z.nullable(z.string().check(z.regex(macForm)))),
  open_ports: z.array(z.number()).check(
    z.maxLength(maxPorts),
    z.refine((ports) => ports.every(isPort), 'a port is a whole number from 1 to 65535'),
  ),
  timestamp: stamp,
  agent_id: z.string(),
  vendor: told.check(z.describe('Manufacturer of the network card, from its MAC prefix')),
  manufacturer: told,
  model: told,
  serial: told,
  serial_source: told.check(z.describe('smbios, ioreg, cim, redfish, ilo, snmp ...')),
  uuid: told,
  os: told,
});
export type ScannedDevice = z.output<typeof scannedDevice>;

/** The payload that an agent sends. Unknown fields are ignored, so that a newer agent may send more. */
export const agentScan = z
  .object({
    agent_info: z.object({ agent_id: name, platform: name, hostname: told, version: told }),
    scan_timestamp: stamp,
    devices: z.array(scannedDevice).check(z.maxLength(maxScanDevices)),
    total_devices: z.int().check(z.nonnegative()),
  })
  .check(
    z.refine(({ devices, total_devices }) => devices.length === total_devices, {
      error: 'total_devices must be the number of devices',
      path: ['total_devices'],
    }),
  );
export type AgentScan = z.output<typeof agentScan>;

export const exampleScan = {
  agent_info: { agent_id: 'office-north', platform: 'linux', hostname: 'scanner-01', version: '1.2.0' },
  scan_timestamp: '2026-11-15T09:30:00.000Z',
  devices: [
    {
      ip: '10.77.0.2',
      hostname: 'reception',
      mac: '02:77:00:00:00:02',
      open_ports: [22, 443],
      timestamp: '2026-11-15T09:30:00.000Z',
      agent_id: 'office-north',
      serial: exampleSerial,
    },
  ],
  total_devices: 1,
} as const;
