// Who may import what of the repository and of npm, folder by folder. The first zone that holds a file decides.
import { isTest, isUnder } from './files.ts';
import type { Target } from './resolve.ts';

interface Zone {
  /** Folder from the repository root; '' stands for the files directly in the root. */
  folder: string;
  rule: string;
  message: string;
  /** Folders of the repository that the zone may import beside itself. */
  ours: string[];
  /** npm packages it may import; without the list, any. */
  packages?: string[];
  /** False where Node.js builtins are not there at run time. */
  builtins?: boolean;
}

const CONTRACTS = 'packages/contracts';
const DOMAIN = 'packages/domain';
const CONNECTORS = 'packages/connectors';
const AS_PROCESSES = 'imports contracts, harness/ and its own folder only; start the programs as processes.';

export const ZONES: Zone[] = [
  {
    folder: CONTRACTS,
    rule: 'contracts-imports',
    message: 'contracts imports zod and itself only; move logic to domain and input/output to the server.',
    ours: [],
    packages: ['zod'],
    builtins: false,
  },
  {
    folder: DOMAIN,
    rule: 'domain-imports',
    message:
      'domain imports contracts, itself and papaparse only; it runs in the browser too, so pass values in.',
    ours: [CONTRACTS],
    packages: ['papaparse'],
    builtins: false,
  },
  {
    folder: CONNECTORS,
    rule: 'connectors-imports',
    message: 'connectors imports contracts, domain, itself and zod only; take what it needs as parameters.',
    ours: [CONTRACTS, DOMAIN],
    packages: ['zod'],
  },
  {
    // What the server's tests share may start the programs around it.
    folder: 'apps/server/test',
    rule: 'server-imports',
    message:
      'the server’s test helpers import the server, its packages and harness/ only; start programs as processes.',
    ours: ['apps/server', CONTRACTS, DOMAIN, CONNECTORS, 'harness'],
  },
  {
    folder: 'apps/server',
    rule: 'server-imports',
    message: 'server imports contracts, domain, connectors and itself only; move shared code to packages/.',
    ours: [CONTRACTS, DOMAIN, CONNECTORS],
  },
  {
    folder: 'apps/web',
    rule: 'web-imports',
    message: 'web imports contracts, domain and itself only; reach the server by a contract call.',
    ours: [CONTRACTS, DOMAIN],
  },
  {
    folder: 'apps/vendor-sim',
    rule: 'vendor-sim-imports',
    message:
      'vendor-sim imports nothing of ours, so that it cannot share our mistakes; write the shape there again.',
    ours: [],
  },
  {
    folder: 'apps/agent',
    rule: 'agent-imports',
    message: 'agent imports nothing of ours; it talks to the server by the agent scan contract as JSON.',
    ours: [],
  },
  { folder: 'e2e', rule: 'e2e-imports', message: `e2e ${AS_PROCESSES}`, ours: [CONTRACTS, 'harness'] },
  {
    folder: 'bench/baseline',
    rule: 'bench-baseline-imports',
    message:
      'a baseline imports Node.js, pg, undici, papaparse and its own folder only; it must not run our code.',
    ours: [],
    packages: ['pg', 'undici', 'papaparse'],
  },
  {
    folder: 'bench',
    rule: 'bench-imports',
    message: `bench ${AS_PROCESSES} The exceptions are apps/server/src/platform and packages/domain, to measure a layer by itself.`,
    ours: [CONTRACTS, DOMAIN, 'harness', 'apps/server/src/platform'],
  },
  {
    folder: 'faults',
    rule: 'faults-imports',
    message: `faults ${AS_PROCESSES}`,
    ours: [CONTRACTS, 'harness'],
  },
  {
    folder: 'harness',
    rule: 'harness-imports',
    message: 'harness imports contracts and itself only; start the programs as processes.',
    ours: [CONTRACTS],
  },
  {
    folder: 'docs/examples',
    rule: 'examples-imports',
    message: 'an example imports Node.js and itself only; whoever copies it has nothing else.',
    ours: [],
    packages: [],
  },
  {
    folder: 'scripts',
    rule: 'scripts-imports',
    message: 'scripts imports contracts, harness/ and itself only; start the programs as processes.',
    ours: [CONTRACTS, 'harness'],
  },
  {
    folder: '',
    rule: 'root-imports',
    message: 'a file in the root imports npm packages, scripts/ and harness/ only; move code into a folder.',
    ours: ['scripts', 'harness'],
  },
];

/** What a test may import in a zone with a short list: tests run in Node.js, never in the browser. */
const TEST_PACKAGES = ['vitest', 'fast-check'];

export function zoneOf(path: string): Zone | undefined {
  return ZONES.find(({ folder }) => (folder === '' ? !path.includes('/') : isUnder(path, folder)));
}

export function zoneAllows(zone: Zone, from: string, target: Target): boolean {
  if (target.kind === 'file') {
    const own = zone.folder === '' ? !target.path.includes('/') : isUnder(target.path, zone.folder);
    return own || zone.ours.some((folder) => isUnder(target.path, folder));
  }
  if (target.kind === 'builtin') return zone.builtins !== false || isTest(from);
  if (target.kind === 'unknown' || !zone.packages) return true;
  return zone.packages.includes(target.name) || (isTest(from) && TEST_PACKAGES.includes(target.name));
}
