import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Program, root, start } from './processes.ts';

/**
 * A network of Linux namespaces on this machine: a bridge, a scanner and the devices. It is isolated from all other
 * networks.
 */
export interface Network {
  devices: NetworkDevice[];
  /** The addresses and open ports that a scan should find, including the scanner itself. */
  expected(): Map<string, number[]>;
  onScanner(...command: string[]): [program: string, args: string[]];
  /** Clears the scanner's neighbor table, as after a boot. */
  forget(): Promise<void>;
  setCondition(kind: NetworkCondition): Promise<void>;
  /** Data received by listeners that should have received none. */
  bytesSent(): string[];
  remove(): Promise<void>;
}

export interface NetworkDevice {
  namespace: string;
  ip: string;
  mac: string;
  ports: number[];
  redfish?: object;
  firewalled: boolean;
}

/**
 * `firewalled`: four devices drop everything except their open ports, or everything. `loss`: each device loses one packet
 * in twenty.
 */
export type NetworkCondition = 'clean' | 'firewalled' | 'loss';

export const subnet = '10.77.0.0/24';
export const scannerAddress = '10.77.0.2';
export const scannedPorts = [
  21, 22, 23, 25, 53, 80, 110, 135, 139, 143, 443, 445, 515, 548, 631, 3389, 5900, 8080, 8443, 9100,
];
const deviceCount = 20;
const firewalledDevices = 4;

const ip = '/usr/sbin/ip';
const nft = '/usr/sbin/nft';
const execute = promisify(execFile);

/** Why such a network cannot be created here; undefined if it can. */
export function networkUnavailableReason(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'namespaces need root on Linux';
  const missing = [ip, nft, '/usr/bin/nmap'].find((program) => !existsSync(program));
  return missing && `${missing} is not installed`;
}

/** Devices have zero to six open ports; two are management controllers of servers. */
function makeDevices(prefix: string): NetworkDevice[] {
  return Array.from({ length: deviceCount }, (_, index) => {
    const last = 10 + index * 11;
    const ports = Array.from(
      { length: index % 7 },
      (_unused, n) => scannedPorts[(index * 3 + n * 5) % 20] as number,
    );
    const redfish = controllers[index];
    return {
      namespace: `${prefix}-d${index}`,
      ip: `10.77.0.${last}`,
      mac: `02:77:00:00:00:${last.toString(16).padStart(2, '0')}`,
      ports: [...new Set(redfish ? [...ports, 443] : ports)].sort((a, b) => a - b),
      ...(redfish ? { redfish } : {}),
      firewalled: index >= deviceCount - firewalledDevices,
    };
  });
}

/** By device index. The first reports its service tag, the second only a UUID that contains it. */
const controllers: Record<number, object> = {
  3: {
    '@odata.id': '/redfish/v1',
    RedfishVersion: '1.17.0',
    Vendor: 'Dell',
    Product: 'Integrated Dell Remote Access Controller',
    Oem: { Dell: { ServiceTag: '5TQ8R14', ManagerMACAddress: '02:77:00:00:00:2b' } },
  },
  5: { RedfishVersion: '1.4.0', Vendor: 'Dell', UUID: '4c4c4544-0058-4b10-8032-b7c04f503933' },
};

/** By IP address: the serials that the management controllers report. */
export const knownSerials: Record<string, string> = { '10.77.0.43': '5TQ8R14', '10.77.0.65': '7XK2P93' };

let made = 0;

export async function makeNetwork(testnet: string): Promise<Network> {
  made += 1;
  const prefix = `wl${process.pid.toString(36)}${made}`;
  const devices = makeDevices(prefix);
  const names = [`${prefix}-br`, `${prefix}-sc`, ...devices.map(({ namespace }) => namespace)];
  const [bridge, scanner] = names as [string, string];
  const removeNow = () => {
    for (const name of names) if (existsSync(`/run/netns/${name}`)) execFileSync(ip, ['netns', 'del', name]);
  };
  process.once('exit', removeNow);
  // Without a handler, a signal would end the process without an `exit` event.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  let listeners: Program | undefined;
  const remove = async () => {
    await listeners?.stop('SIGKILL');
    removeNow();
    process.off('exit', removeNow);
  };
  try {
    await connectNamespaces(bridge, [
      { namespace: scanner, ip: scannerAddress, mac: '02:77:00:00:00:02' },
      ...devices,
    ]);
    listeners = await listen(testnet, devices);
    return network({ scanner, devices, listeners, remove });
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Creates the namespaces, virtual cables and addresses. */
async function connectNamespaces(
  bridge: string,
  ends: Pick<NetworkDevice, 'namespace' | 'ip' | 'mac'>[],
): Promise<void> {
  await batch([`netns add ${bridge}`, ...ends.map(({ namespace }) => `netns add ${namespace}`)]);
  await batch([`link add br0 type bridge`, `link set br0 up`], bridge);
  for (const [at, { namespace, ip: address, mac }] of ends.entries()) {
    await batch(
      [
        `link add p${at} type veth peer name eth0 address ${mac} netns ${namespace}`,
        `link set p${at} master br0 up`,
      ],
      bridge,
    );
    await batch([`link set lo up`, `addr add ${address}/24 dev eth0`, `link set eth0 up`], namespace);
  }
}

function batch(lines: string[], namespace?: string): Promise<void> {
  return feed(ip, [...(namespace ? ['-n', namespace] : []), '-batch', '-'], lines.join('\n'));
}

function feed(program: string, args: string[], input: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, (error, _output, complaint) =>
      error ? reject(new Error(`${program} ${args.join(' ')}: ${complaint}`, { cause: error })) : resolve(),
    );
    child.stdin?.end(`${input}\n`);
  });
}

async function listen(testnet: string, devices: NetworkDevice[]): Promise<Program> {
  const program = start(testnet, []);
  program.child.stdin?.end(JSON.stringify(devices));
  await program.waitForLine((line) => line === 'ready');
  return program;
}

function network(made: {
  scanner: string;
  devices: NetworkDevice[];
  listeners: Program;
  remove(): Promise<void>;
}): Network {
  const { scanner, devices, listeners, remove } = made;
  let now: NetworkCondition = 'clean';
  return {
    devices,
    expected: () =>
      new Map([
        [scannerAddress, []],
        ...devices.map(
          (device, index) =>
            [device.ip, now === 'firewalled' && isMute(device, index) ? [] : device.ports] as const,
        ),
      ]),
    onScanner: (...command) => [ip, ['netns', 'exec', scanner, ...command]],
    forget: async () => {
      await execute(ip, ['-n', scanner, 'neigh', 'flush', 'all']);
    },
    setCondition: async (kind) => {
      now = kind;
      for (const [at, device] of devices.entries())
        await feed(
          ip,
          ['netns', 'exec', device.namespace, nft, '-f', '-'],
          `flush ruleset\n${rules(kind, device, at)}`,
        );
    },
    bytesSent: () => listeners.lines.filter((line) => line.startsWith('bytes')),
    remove,
  };
}

/** Every other firewalled device accepts its open ports; the rest drop everything. */
function isMute({ firewalled }: NetworkDevice, at: number): boolean {
  return firewalled && at % 2 === 0;
}

function rules(kind: NetworkCondition, device: NetworkDevice, at: number): string {
  if (kind === 'loss')
    return `table netdev trouble {
      chain arriving {
        type filter hook ingress device eth0 priority 0;
        numgen random mod 100 < 5 drop
      }
    }`;
  if (kind === 'clean' || !device.firewalled) return '';
  const spared =
    isMute(device, at) || device.ports.length === 0 ? '' : `tcp dport { ${device.ports.join(', ')} } accept`;
  return `table inet trouble {
    chain arriving {
      type filter hook input priority 0;
      ${spared}
      tcp flags syn drop
    }
  }`;
}

/** Builds one of the agent's programs from the working tree into the cache. */
export async function buildAgentProgram(name: 'agent' | 'testnet' | 'intruder'): Promise<string> {
  const output = join(root, '.cache/agent', name);
  await execute('go', ['build', '-trimpath', '-ldflags=-s -w -buildid=', '-o', output, `./cmd/${name}`], {
    cwd: join(root, 'apps/agent'),
    env: { ...process.env, CGO_ENABLED: '0' },
  });
  return output;
}
