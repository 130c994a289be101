import { parseArgs } from 'node:util';
import { root, type Server } from '../../harness/processes.ts';
import { fleetSize } from '../lookup/fleet.ts';
import { loadLookups } from '../lookup/lookup.ts';
import { type Measurement, median, printTable, type Subject } from '../measurement.ts';
import { timed } from '../paired/cpu-time.ts';
import { takeTurns } from '../paired/paired.ts';
import { compare, figureOf, type Pair } from '../paired/ratios.ts';
import { type Parts, startParts } from '../parts.ts';
import { type Fleets, makeFleets } from './fleet.ts';
import { measureSignIns, type SignIns } from './passkeys.ts';

const ratioBar = 0.93;
const p95Bar = 50;
const pairs = 7;
const slices = 4;
const warmUpRequests = 6_000;
const requestsPerSlice = 4_000;

/** The proxy is this program: sign-ins come from many addresses, as each may start 30 a minute. */
const env = { DATABASE_POOL_SIZE: '10', SIGN_IN: 'optional', TRUST_PROXY: '127.0.0.1' };

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      organizations: { type: 'string', default: '4' },
      'sign-ins': { type: 'string', default: '320' },
    },
  });
  return { organizations: Number(values.organizations), signIns: Number(values['sign-ins']) };
}

/** Cached lookups of one fleet on the server that the other one uses, too. */
const subjectOf = (parts: Parts, { url, pid }: Server, fleet: string): Pick<Subject, 'start'> => ({
  start: async () => ({
    async measure() {
      const load = () => loadLookups(url, fleet, { requests: requestsPerSlice });
      const { result, cpuSeconds } = await timed([pid, parts.postgres.serverPid], load);
      return { wall: result.perSecond, cpu: result.answered / cpuSeconds };
    },
    stop: async () => undefined,
  }),
});

async function compareLookups(parts: Parts, server: Server, { people, browsers }: Fleets) {
  for (const fleet of [people, browsers]) await loadLookups(server.url, fleet, { requests: warmUpRequests });
  const subjects = {
    here: subjectOf(parts, server, people),
    there: subjectOf(parts, server, browsers),
  };
  const taken = await takeTurns(subjects, { pairs, slices }, new Promise<never>(() => undefined));
  const by = (kind: 'wall' | 'cpu'): Pair[] =>
    taken.map(({ here, there }) => ({ here: figureOf(here, kind), there: figureOf(there, kind) }));
  const [cpu, wall] = [compare(by('cpu'), 'higher'), compare(by('wall'), 'higher')];
  printTable(
    ['pair', 'lookups per CPU s signed in', 'browsers', 'ratio', 'wall ratio'],
    by('cpu').map(({ here, there }, index) => [
      index + 1,
      ...[Math.round(here), Math.round(there)],
      ...[cpu, wall].map(({ ratios }) => (ratios[index] ?? Number.NaN).toFixed(3)),
    ]),
  );
  return { cpu, wall, perSecond: by('wall') };
}

const spreadText = ([low, high]: [number, number]) => `${low.toFixed(3)}..${high.toFixed(3)}`;

export const signIn: Measurement = {
  name: 'sign-in',
  summary: `cached lookups of ${fleetSize} members of organizations against those of browsers, ratio at least ${ratioBar}; sign-in with a passkey, p95 below ${p95Bar} ms [--organizations 4] [--sign-ins 320]`,
  async run(args) {
    const { organizations, signIns: count } = readOptions(args);
    const parts = await startParts({ env });
    const server = await parts.start(root);
    try {
      const fleets = await makeFleets(parts, server, organizations);
      const lookups = await compareLookups(parts, server, fleets);
      const measured = { url: server.url, pids: [server.pid, parts.postgres.serverPid] };
      const measure = (atOnce: number) => measureSignIns(measured, fleets.members, { count, atOnce });
      await measure(1);
      const [alone, together] = [await measure(1), await measure(8)];
      return verdict(lookups, alone, together);
    } finally {
      await server.stop();
      await parts.stop();
    }
  },
};

function verdict(
  { cpu, wall, perSecond }: Awaited<ReturnType<typeof compareLookups>>,
  alone: SignIns,
  together: SignIns,
): Awaited<ReturnType<Measurement['run']>> {
  printTable(
    ['sign-ins', 'p50 ms', 'p95 ms', 'CPU ms', 'per s'],
    [
      ['one after the other', ...figuresOf(alone)],
      ['8 at a time', ...figuresOf(together)],
    ],
  );
  return {
    figures: {
      ratio: cpu.ratio.toFixed(3),
      spread: spreadText(cpu.spread),
      bar: ratioBar,
      wall_ratio: wall.ratio.toFixed(3),
      wall_spread: spreadText(wall.spread),
      signed_in: Math.round(median(perSecond.map(({ here }) => here))),
      browsers: Math.round(median(perSecond.map(({ there }) => there))),
      passkey_p50_ms: alone.p50.toFixed(1),
      passkey_p95_ms: alone.p95.toFixed(1),
      passkey_p95_bar_ms: p95Bar,
      passkey_cpu_ms: alone.cpuMs.toFixed(1),
      passkey_p95_ms_8_at_a_time: together.p95.toFixed(1),
    },
    passed: cpu.ratio >= ratioBar && alone.p95 < p95Bar,
  };
}

const figuresOf = ({ p50, p95, cpuMs, perSecond }: SignIns) => [
  ...[p50, p95, cpuMs].map((ms) => ms.toFixed(1)),
  Math.round(perSecond),
];
