import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Network, scannedPorts, subnet } from './network.ts';

const execute = promisify(execFile);

export interface ScanResult {
  milliseconds: number;
  /** Open ports by IP address. */
  found: Map<string, number[]>;
}

export interface AgentDevice {
  ip: string;
  mac: string | null;
  open_ports: number[];
  serial?: string;
  serial_source?: string;
}

/** Runs an agent on the network's scanner, with an empty neighbor table, and parses the scan it prints. */
export async function runAgent(
  network: Network,
  command: string[],
): Promise<ScanResult & { devices: AgentDevice[] }> {
  const { milliseconds, output } = await timed(network, [...command, '--no-upload', '--agent-id', 'harness']);
  const { devices } = JSON.parse(output) as { devices: AgentDevice[] };
  return { milliseconds, devices, found: new Map(devices.map(({ ip, open_ports }) => [ip, open_ports])) };
}

const nmapCommand = ['/usr/bin/nmap', '-n', '-sT', '-p', scannedPorts.join(','), '-oX', '-', subnet];

export async function runNmap(network: Network): Promise<ScanResult> {
  const { milliseconds, output } = await timed(network, nmapCommand);
  const hosts = output.match(/<host [\s\S]*?<\/host>/g) ?? [];
  return {
    milliseconds,
    found: new Map(
      hosts.map((host) => [
        /addr="([\d.]+)"/.exec(host)?.[1] ?? '',
        [...host.matchAll(/portid="(\d+)"><state state="open"/g)].map(([, port]) => Number(port)),
      ]),
    ),
  };
}

async function timed(network: Network, command: string[]) {
  await network.forget();
  const startedAt = performance.now();
  const { stdout } = await execute(...network.onScanner(...command), { maxBuffer: 64 * 1024 * 1024 });
  return { milliseconds: performance.now() - startedAt, output: stdout };
}

/** Describes what a scan missed or invented; empty if it found exactly what exists. */
export function differences(found: Map<string, number[]>, truth: Map<string, number[]>): string {
  const wrong: string[] = [];
  for (const [ip, ports] of truth)
    if (found.get(ip)?.join() !== ports.join()) wrong.push(`${ip} has [${ports}], found [${found.get(ip)}]`);
  for (const ip of found.keys()) if (!truth.has(ip)) wrong.push(`${ip} does not exist`);
  return wrong.join('; ');
}
