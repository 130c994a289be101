import { parseArgs } from 'node:util';
import {
  buildAgentProgram,
  makeNetwork,
  type Network,
  type NetworkCondition,
  networkUnavailableReason,
} from '../../harness/network.ts';
import { differences, runAgent, runNmap } from '../../harness/scan.ts';
import { type Measurement, median, printTable } from '../measurement.ts';
import { countConnects } from './connects.ts';

/** Maximum share of nmap's time, by network condition. */
const bars = { clean: 0.5, firewalled: 0.6, loss: 1 };
const troubles = Object.keys(bars) as NetworkCondition[];
const maxConnectsPerSecond = 1000;
/** Enough ports to take more than a second. */
const manyPorts = ['--ports', '1-100'];

interface Times {
  agent: number[];
  nmap: number[];
  agentRight: number;
  nmapRight: number;
}

async function measure(network: Network, agent: string, rounds: number): Promise<Times> {
  const times: Times = { agent: [], nmap: [], agentRight: 0, nmapRight: 0 };
  const truth = network.expected();
  const runOne = {
    agent: async () => {
      const { milliseconds, found } = await runAgent(network, [agent]);
      times.agent.push(milliseconds);
      if (!differences(found, truth)) times.agentRight += 1;
    },
    nmap: async () => {
      const { milliseconds, found } = await runNmap(network);
      times.nmap.push(milliseconds);
      if (!differences(found, truth)) times.nmapRight += 1;
    },
  };
  for (let round = 0; round < rounds; round += 1) {
    // Alternates which of the two goes first.
    for (const name of round % 2 ? (['nmap', 'agent'] as const) : (['agent', 'nmap'] as const))
      await runOne[name]();
  }
  return times;
}

export const scan: Measurement = {
  name: 'scan',
  summary:
    'time of a network scan against nmap in the same namespaces: at most 0.5 clean, 0.6 with firewalls, 1.0 with 5 % packet loss; never above 1,000 connects/s [--rounds 6]',
  async run(args) {
    const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '6' } } });
    const missing = networkUnavailableReason();
    if (missing) throw new Error(missing);
    const agent = await buildAgentProgram('agent');
    const network = await makeNetwork(await buildAgentProgram('testnet'));
    try {
      return await measureAll(network, agent, Number(values.rounds));
    } finally {
      await network.remove();
    }
  },
};

async function measureAll(network: Network, agent: string, rounds: number) {
  const figures: Record<string, string | number> = {};
  const table: (string | number)[][] = [];
  let [passed, most] = [true, 0];
  for (const trouble of troubles) {
    await network.setCondition(trouble);
    const { agent: ours, nmap, agentRight, nmapRight } = await measure(network, agent, rounds);
    const ratio = median(ours) / median(nmap);
    const connects = await countConnects(network, () => runAgent(network, [agent, ...manyPorts]));
    most = Math.max(most, connects);
    passed &&= ratio <= bars[trouble];
    figures[trouble] = ratio.toFixed(2);
    table.push([
      trouble,
      ...[ours, nmap].map((times) => (median(times) / 1000).toFixed(2)),
      ...[agentRight, nmapRight].map((right) => `${right} of ${rounds}`),
      connects,
    ]);
  }
  printTable(['network', 'agent s', 'nmap s', 'agent exact', 'nmap exact', 'connects/s'], table);
  return {
    figures: {
      ...figures,
      bars: Object.values(bars)
        .map((bar) => bar.toFixed(1))
        .join(),
      connects_per_s_max: most,
    },
    passed: passed && most > 0 && most <= maxConnectsPerSecond,
  };
}
