import * as z from 'zod/mini';
import { forAdmins, forReadingScans } from './access.ts';
import { agentScan, exampleScan } from './agent-scan.ts';
import { callerErrors, sessionErrors } from './core/caller-errors.ts';
import { defineEndpoint, json, largeJson, raw } from './core/endpoint.ts';
import { count, createdBy, instant, messageReply, recoveryCode, text } from './core/fields.ts';

/** The version of the agents that this server offers for download. Tests compare the agents and their scans with it. */
export const agentVersion = 'v1.2.0';

export const agentPlatforms = ['windows', 'macos', 'linux'] as const;
export type AgentPlatform = (typeof agentPlatforms)[number];

export const agentArchitectures = ['x86_64', 'arm64'] as const;
export type AgentArchitecture = (typeof agentArchitectures)[number];

export const agentScripts = ['network_agent.ps1', 'network_agent_nmap.py'] as const;
export type AgentScript = (typeof agentScripts)[number];

const agentSecret = z.object({
  id: z.string(),
  name: z.string(),
  maskedSecret: z
    .string()
    .check(z.describe('Its first and last characters; the secret itself is not stored')),
  createdAt: instant,
  lastUsedAt: z.nullable(instant).check(z.describe('When it was last used to send a scan')),
  lastAgentId: text,
  forSeveralAgents: z.boolean().check(z.describe('Never bound to an agent')),
  boundAgentId: text.check(
    z.describe('The only agent that may use it: the one that sent the first scan. Null before that'),
  ),
  createdBy,
});
export type AgentSecret = z.output<typeof agentSecret>;

const onSecrets = { ...forAdmins, group: 'Network agents', sensitive: true } as const;

export const listAgentSecrets = defineEndpoint({
  ...onSecrets,
  method: 'GET',
  path: '/api/agent/secrets',
  summary: 'List all agent secrets of the user, without their values',
  reply: json(z.object({ secrets: z.array(agentSecret) })),
  errors: sessionErrors,
});

export const createAgentSecret = defineEndpoint({
  ...onSecrets,
  method: 'POST',
  path: '/api/agent/secrets',
  audit: 'agent_secret.created',
  summary: 'Create an agent secret; its value is returned only once',
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1, 'Please enter a name for the secret'), z.maxLength(100)),
    forSeveralAgents: z
      .optional(z.boolean())
      .check(
        z.describe(
          'Let any number of agents use it. Otherwise the first agent that sends a scan is the only one',
        ),
      ),
  }),
  example: { body: { name: 'Office North' } },
  reply: json(
    z.object({
      secret: agentSecret,
      rawSecret: z.string(),
      message: z.string(),
      recoveryCode,
    }),
    201,
  ),
  errors: [...sessionErrors, 'too_many_secrets'],
});

export const revokeAgentSecret = defineEndpoint({
  ...onSecrets,
  method: 'DELETE',
  path: '/api/agent/secrets/{secretId}',
  audit: 'agent_secret.revoked',
  summary: 'Revoke an agent secret permanently; existing scans are kept',
  params: z.object({ secretId: z.string() }),
  reply: json(messageReply),
  errors: [...sessionErrors, 'not_found'],
});

export const releaseAgentSecret = defineEndpoint({
  ...onSecrets,
  method: 'DELETE',
  path: '/api/agent/secrets/{secretId}/agent',
  audit: 'agent_secret.released',
  summary: 'Release an agent secret from its agent; the next agent that sends a scan with it is the only one',
  params: z.object({ secretId: z.string() }),
  reply: json(messageReply),
  errors: [...sessionErrors, 'not_found'],
});

/** Size of the JSON after decompression. */
export const maxScanBytes = 8 * 1024 * 1024;

export const sendDiscovery = defineEndpoint({
  method: 'POST',
  path: '/api/agent/discoveries',
  access: 'agent',
  group: 'Network agents',
  audit: 'discovery.received',
  summary: 'Send a scan. Idempotent: sending the same scan again returns the original response',
  body: agentScan,
  example: { body: exampleScan },
  bodyLimit: maxScanBytes,
  largeBodyAsText: true,
  cleansText: true,
  gzip: true,
  reply: json(
    z.object({
      success: z.boolean(),
      message: z.string(),
      devices_processed: count,
      agent_id: z.string(),
      timestamp: instant.check(z.describe('When the server first received this scan')),
      session_id: z.string(),
      warnings: z.array(z.string()).check(z.describe('Human-readable warnings')),
    }),
  ),
  errors: [
    'agent_secret_refused',
    'agent_secret_bound',
    'too_many_requests',
    'too_many_scans',
    'too_many_devices',
    'address_quota',
    'disk_full',
    'database_full',
  ],
});

const session = {
  id: z.string(),
  agentId: z.string(),
  hostname: text,
  platform: z.string(),
  version: text,
  scanTimestamp: instant.check(z.describe('By the agent clock')),
  receivedAt: instant.check(z.describe('By the server clock')),
  clockDifferenceSeconds: z
    .nullable(z.int())
    .check(z.describe('Clock difference in seconds if it exceeds ten minutes')),
  repeatsTimestamp: z.boolean().check(z.describe('The agent sent a different scan with the same scan time')),
  serialCount: count.check(z.describe('Devices whose serial number is known')),
};

export const scanParams = z.object({ sessionId: z.string().check(z.describe('The session ID')) });
export const onScans = { ...forReadingScans, group: 'Network agents', sensitive: true } as const;

const discoverySummary = z.object({ ...session, deviceCount: count });
export type DiscoverySummary = z.output<typeof discoverySummary>;

export const maxListedDiscoveries = 200;

export const listDiscoveries = defineEndpoint({
  ...onScans,
  method: 'GET',
  path: '/api/agent/discoveries',
  summary: 'List the 200 most recent scans, newest first; by default, scans are deleted after 90 days',
  query: z.object({
    before: z
      .optional(z.string().check(z.maxLength(100)))
      .check(z.describe('Return sessions older than this session ID')),
  }),
  reply: json(z.object({ sessions: z.array(discoverySummary) })),
  errors: [...callerErrors],
});

/** Keys that identify a device across scans, the most reliable first. */
export const identityKeys = ['serial', 'uuid', 'mac', 'hostname'] as const;
export type IdentityKey = (typeof identityKeys)[number];

export const deviceKinds = [
  'computer',
  'server',
  'network',
  'printer',
  'phone',
  'camera',
  'storage',
  'unknown',
] as const;
export type DeviceKind = (typeof deviceKinds)[number];

const discoveredDevice = z.object({
  id: z.string(),
  ip: z.string(),
  hostname: text,
  mac: text,
  openPorts: z.string().check(z.describe('A list of numbers as JSON: `[22,443]`')),
  timestamp: instant,
  vendor: text.check(z.describe('Manufacturer of the network card')),
  manufacturer: text,
  model: text,
  serial: text,
  uuid: text,
  os: text,
  kind: z
    .enum(deviceKinds)
    .check(z.describe('Best guess of the device type, from its ports and manufacturers')),
  randomMac: z.boolean().check(z.describe('The address is randomized by the device and may change')),
  change: z
    .nullable(z.enum(['new', 'moved', 'known']))
    .check(z.describe('Compared with the previous scan; null if there is none')),
  recognizedBy: z.nullable(z.enum(identityKeys)),
});
export type DiscoveredDevice = z.output<typeof discoveredDevice>;

const goneDevice = z.object({ id: z.string(), ip: z.string(), hostname: text, mac: text, serial: text });

export const readDiscovery = defineEndpoint({
  ...onScans,
  method: 'GET',
  path: '/api/agent/discoveries/{sessionId}',
  summary: 'Get one scan with its devices and the changes since the previous scan of the same agent',
  params: scanParams,
  reply: largeJson(
    z.object({
      session: z.object({ ...session, totalDevices: count }),
      devices: z.array(discoveredDevice).check(z.describe('By address')),
      previous: z
        .nullable(z.object({ id: z.string(), scanTimestamp: instant, gone: z.array(goneDevice) }))
        .check(z.describe("The agent's previous scan and the devices missing since then")),
    }),
  ),
  errors: [...callerErrors, 'not_found'],
});

const agentFile = z.object({
  platform: z.enum(agentPlatforms),
  architecture: z.enum(agentArchitectures),
  fileName: z.string(),
  size: count.check(z.describe('In bytes')),
  sha256: z.string().check(z.describe('In hex')),
});
export type AgentFile = z.output<typeof agentFile>;

const onDownloads = { method: 'GET', access: 'public', group: 'Network agents' } as const;

export const listAgentDownloads = defineEndpoint({
  ...onDownloads,
  path: '/api/agent/downloads',
  summary: 'List downloadable agents with their sizes and checksums',
  reply: json(z.object({ version: z.string(), files: z.array(agentFile) })),
  errors: [],
});

const agentNotBuilt = z.object({
  message: z.string(),
  available_platforms: z.array(z.object({ platform: z.enum(agentPlatforms) })),
});

export const downloadAgent = defineEndpoint({
  ...onDownloads,
  path: '/api/agent/download/{platform}',
  summary: 'Download the agent for windows, macos or linux; HEAD returns its availability, size and checksum',
  params: z.object({ platform: z.string().check(z.maxLength(50)) }),
  example: { params: { platform: 'linux' } },
  query: z.object({ arch: z.optional(z.enum(agentArchitectures)).check(z.describe('Defaults to x86_64')) }),
  reply: raw('application/octet-stream'),
  errors: ['agent_not_built'],
  errorBodies: { agent_not_built: agentNotBuilt },
});

export const downloadAgentScript = defineEndpoint({
  ...onDownloads,
  path: '/api/agent/script/{script}',
  summary: 'Download the agent as a script: network_agent.ps1 or network_agent_nmap.py',
  params: z.object({ script: z.string().check(z.maxLength(100)) }),
  example: { params: { script: 'network_agent.ps1' } },
  reply: raw('text/plain; charset=utf-8'),
  errors: ['not_found'],
});
