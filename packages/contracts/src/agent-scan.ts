import * as z from 'zod/mini';

/** More than the addresses of any range an agent scans in one go. */
export const maxScanDevices = 10_000;
const maxPorts = 1000;

/**
 * What a device says of itself is up to that device. The server cuts it and makes it printable rather than refuse it,
 * so that one hostile name cannot keep a whole scan from arriving.
 */
const told = z.optional(z.nullable(z.string()));

/** A moment of the last or the next decades, with or without a zone; without one it is UTC. */
const stamp = z
  .string()
  .check(
    z.regex(/^(?:19[7-9]|2\d\d)\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)?$/),
  );

const macForm = /^[0-9a-f]{1,2}(?:[:-][0-9a-f]{1,2}){5}$/i;

const isPort = (port: number) => Number.isInteger(port) && port >= 1 && port <= 65_535;

const name = z.string().check(z.regex(/\S/));

/** Thousands of them come at once, so each is checked with as few steps as will do. */
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
  vendor: told.check(z.describe('Who made the network card, by the prefix of its address')),
  manufacturer: told,
  model: told,
  serial: told,
  serial_source: told.check(z.describe('smbios, ioreg, cim, redfish, ilo, snmp ...')),
  uuid: told,
  os: told,
});
export type ScannedDevice = z.output<typeof scannedDevice>;

/** What an agent sends. Members it does not name are ignored, so a newer agent may say more. */
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
