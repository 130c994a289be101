// What each folder may import from the repository and from npm. The first zone that contains a file applies.
import { isTest, isUnder } from './files.ts';
import type { Target } from './resolve.ts';

interface Zone {
  /** Folder relative to the repository root; '' means the files directly in the root. */
  folder: string;
  rule: string;
  message: string;
  /** Folders of the repository that the zone may import in addition to itself. */
  ours: string[];
  /** npm packages it may import; any package if omitted. */
  packages?: string[];
  /** False if Node.js builtins are not available at run time. */
  builtins?: boolean;
}

const CONTRACTS = 'packages/contracts';
const DOMAIN = 'packages/domain';
const CONNECTORS = 'packages/connectors';
const AS_PROCESSES = 'imports only contracts, harness/ and its own folder; start the programs as processes.';

export const ZONES: Zone[] = [
  {
    folder: CONTRACTS,
    rule: 'contracts-imports',
    message: 'contracts imports only zod and itself; move logic to domain and I/O to the server.',
    ours: [],
    packages: ['zod'],
    builtins: false,
  },
  {
    folder: DOMAIN,
    rule: 'domain-imports',
    message: 'domain imports only contracts and itself; it also runs in the browser, so pass values in.',
    ours: [CONTRACTS],
    packages: [],
    builtins: false,
  },
  {
    folder: CONNECTORS,
    rule: 'connectors-imports',
    message: 'connectors imports only contracts, domain, itself and zod; take what it needs as parameters.',
    ours: [CONTRACTS, DOMAIN],
    packages: ['zod'],
  },
  {
    // The server's shared test helpers may start the programs around it.
    folder: 'apps/server/test',
    rule: 'server-imports',
    message:
      'the server’s test helpers import only the server, its packages and harness/; start programs as processes.',
    ours: ['apps/server', CONTRACTS, DOMAIN, CONNECTORS, 'harness'],
  },
  {
    folder: 'apps/server',
    rule: 'server-imports',
    message: 'server imports only contracts, domain, connectors and itself; move shared code to packages/.',
    ours: [CONTRACTS, DOMAIN, CONNECTORS],
  },
  {
    folder: 'apps/web',
    rule: 'web-imports',
    message: 'web imports only contracts, domain and itself; call the server through a contract.',
    ours: [CONTRACTS, DOMAIN],
  },
  {
    folder: 'apps/vendor-sim',
    rule: 'vendor-sim-imports',
    message:
      'vendor-sim imports none of our code, so that it cannot share our mistakes; redefine the shape there.',
    ours: [],
  },
  {
    folder: 'apps/agent',
    rule: 'agent-imports',
    message:
      'agent imports none of our code; it talks to the server in JSON, following the agent scan contract.',
    ours: [],
  },
  { folder: 'e2e', rule: 'e2e-imports', message: `e2e ${AS_PROCESSES}`, ours: [CONTRACTS, 'harness'] },
  {
    folder: 'bench/baseline',
    rule: 'bench-baseline-imports',
    message:
      'a baseline imports only Node.js, pg, undici, papaparse and its own folder; it must not run our code.',
    ours: [],
    packages: ['pg', 'undici', 'papaparse'],
  },
  {
    folder: 'bench',
    rule: 'bench-imports',
    message: `bench ${AS_PROCESSES} The exceptions are apps/server/src/platform and packages/domain, to measure a layer on its own.`,
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
    message: 'harness imports only contracts and itself; start the programs as processes.',
    ours: [CONTRACTS],
  },
  {
    folder: 'docs/examples',
    rule: 'examples-imports',
    message: 'an example imports only Node.js and itself; users who copy it have nothing else.',
    ours: [],
    packages: [],
  },
  {
    folder: 'scripts',
    rule: 'scripts-imports',
    message: 'scripts imports only contracts, harness/ and itself; start the programs as processes.',
    ours: [CONTRACTS, 'harness'],
  },
  {
    folder: '',
    rule: 'root-imports',
    message: 'a file in the root imports only npm packages, scripts/ and harness/; move code into a folder.',
    ours: ['scripts', 'harness'],
  },
];

/** Packages that tests may import even in a restricted zone: tests run in Node.js, never in the browser. */
const TEST_PACKAGES = ['vitest', 'fast-check'];
/** Helpers for them that import nothing. */
const TEST_HELPERS = ['harness/machine-speed.ts'];

export function zoneOf(path: string): Zone | undefined {
  return ZONES.find(({ folder }) => (folder === '' ? !path.includes('/') : isUnder(path, folder)));
}

export function zoneAllows(zone: Zone, from: string, target: Target): boolean {
  if (target.kind === 'file') {
    const own = zone.folder === '' ? !target.path.includes('/') : isUnder(target.path, zone.folder);
    if (isTest(from) && TEST_HELPERS.includes(target.path)) return true;
    return own || zone.ours.some((folder) => isUnder(target.path, folder));
  }
  if (target.kind === 'builtin') return zone.builtins !== false || isTest(from);
  if (target.kind === 'unknown' || !zone.packages) return true;
  return zone.packages.includes(target.name) || (isTest(from) && TEST_PACKAGES.includes(target.name));
}
