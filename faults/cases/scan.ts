import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import {
  buildAgentProgram,
  knownSerials,
  makeNetwork,
  type Network,
  type NetworkCondition,
  networkUnavailableReason,
  scannerAddress,
} from '../../harness/network.ts';
import { root } from '../../harness/processes.ts';
import { differences, runAgent, runNmap } from '../../harness/scan.ts';
import { assert, type Fault, type FaultContext } from '../fault.ts';

export function scanUnavailableReason(): string | undefined {
  if (spawnSync('go', ['version']).error) return 'Go is not installed';
  return networkUnavailableReason();
}

export async function scanFixture({ cleanup }: FaultContext): Promise<{ agent: string; network: Network }> {
  const agent = await buildAgentProgram('agent');
  const network = await makeNetwork(await buildAgentProgram('testnet'));
  cleanup(() => network.remove());
  return { agent, network };
}

/** Mounts the scanner's own DMI tables over those of this machine for one command. */
const asOwnMachine = (command: string) => [
  'sh',
  '-c',
  `mount -t tmpfs none /sys/class && mkdir -p /sys/class/dmi/id && cd /sys/class/dmi/id &&
   echo 'Dell Inc.' > sys_vendor && echo 'OptiPlex 7090' > product_name && echo SMP0001 > product_serial && exec ${command} "$@"`,
  'sh',
];

async function score({ full }: FaultContext, network: Network, agent: string, runs: number) {
  const truth = network.expected();
  const result = { agent: 0, nmap: 0, wrong: '' };
  for (let run = 0; run < runs; run += 1) {
    const { found, devices } = await runAgent(network, asOwnMachine(agent));
    const wrong = differences(found, truth);
    if (wrong) result.wrong = wrong;
    else result.agent += 1;
    for (const [ip, serial] of Object.entries({ ...knownSerials, [scannerAddress]: 'SMP0001' })) {
      const told = devices.find((device) => device.ip === ip)?.serial;
      assert(told === serial, `the serial of ${ip} is ${serial}, the agent reports ${told}`);
    }
    if (full && !differences((await runNmap(network)).found, truth)) result.nmap += 1;
  }
  return result;
}

export const scanFinds: Fault = {
  number: 50,
  title:
    'a scan finds exactly the devices, ports and serials of a network: clean, with firewalls, with 5 % packet loss',
  async run(context) {
    const missing = scanUnavailableReason();
    if (missing) return `skipped: ${missing}`;
    const { agent, network } = await scanFixture(context);
    const runs = context.full ? 20 : 1;
    const troubles: NetworkCondition[] = context.full ? ['clean', 'firewalled', 'loss'] : ['clean'];
    const scores: string[] = [];
    for (const trouble of troubles) {
      await network.setCondition(trouble);
      const { agent: right, nmap, wrong } = await score(context, network, agent, runs);
      assert(right >= (trouble === 'loss' ? runs - 1 : runs), `${trouble}: ${right} of ${runs}; ${wrong}`);
      scores.push(`${trouble} ${right} of ${runs}${context.full ? ` (nmap ${nmap})` : ''}`);
    }
    assert(network.bytesSent().length === 0, `bytes were sent to ${network.bytesSent()}`);
    return scores.join(', ');
  },
};

export const scanUnprivileged: Fault = {
  number: 51,
  title: 'a scan finds the same without root, and as a Python script with nmap',
  async run(context) {
    const missing = scanUnavailableReason();
    if (missing) return `skipped: ${missing}`;
    const { agent, network } = await scanFixture(context);
    const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
    const script = ['python3', '-B', join(root, 'apps/agent/scripts/network_agent_nmap.py')];
    const seen: string[] = [];
    const scans = [
      ['nobody, clean', [...nobody, agent, '--spool', '/nonexistent'], 'clean'],
      ['nobody, firewalled', [...nobody, agent, '--spool', '/nonexistent'], 'firewalled'],
      ['nobody, 5 % loss', [...nobody, agent, '--spool', '/nonexistent'], 'loss'],
      ['script, clean', script, 'clean'],
      ['script, firewalled', script, 'firewalled'],
    ] as const;
    for (const [name, command, trouble] of scans) {
      if (trouble !== 'clean' && !context.full) continue;
      await network.setCondition(trouble);
      const { found, devices, milliseconds } = await runAgent(network, [...command]);
      const wrong = differences(found, network.expected());
      assert(wrong === '', `${name}: ${wrong}`);
      const without = devices.filter(({ ip, mac }) => mac === null && ip !== scannerAddress);
      assert(without.length === 0, `${name}: ${without.length} devices have no MAC address`);
      seen.push(`${name} ${(milliseconds / 1000).toFixed(1)} s`);
    }
    return seen.join(', ');
  },
};
