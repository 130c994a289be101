import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type ListenOptions } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { extractLabel } from '@warranty/contracts/image-lookup';
import * as images from '../../harness/images.ts';
import { buildAgentProgram } from '../../harness/network.ts';
import { root, type Server, start } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { assert, type Fault, type FaultContext } from '../fault.ts';
import { install, temporaryFolder } from '../installation.ts';

interface Targets {
  files: string[];
  folders: string[];
  process: number;
  tcp: string[];
  udp: string[];
  unix: string[];
}

/** What came of each attempt: `ok`, or the error. */
type Outcomes = Record<string, string>;

const reader = join(root, 'apps/server/src/features/image-lookup');
/** A user without an account. */
const person = 12_345;
/** What the control run cannot do either: without root, and under some kernels' rules for debuggers. */
const notAsPerson = ['trace the process', 'change the root directory'];
type Command = readonly [file: string, ...args: string[]];
const asUser: Command = ['setpriv', `--reuid=${person}`, `--regid=${person}`, '--clear-groups'];
/** In here, no further user namespace can be created, as on systems that forbid them. */
const withoutNamespaces: Command = [
  ...asUser,
  ...['unshare', '--user', '--map-root-user', 'sh', '-c'],
  `echo 1 > /proc/sys/user/max_user_namespaces && exec unshare --user --map-user=${person} "$@"`,
  'sh',
];

/** Servers that a program on this machine can reach. */
async function openServers({ cleanup }: FaultContext, dir: string): Promise<Omit<Targets, 'process'>> {
  const path = join(dir, 'server.sock');
  const listen = (address: ListenOptions) => {
    const server = createServer((socket) => socket.on('error', () => undefined).resume()).listen(address);
    cleanup(() => server.close());
    return server;
  };
  const tcp = listen({ host: '0.0.0.0', port: 0 });
  const udp = createSocket('udp4').bind(0);
  cleanup(() => udp.close());
  const servers = [tcp, udp, listen({ path }), listen({ path: `\0${path}` })];
  await Promise.all(servers.map((server) => once(server, 'listening')));
  await chmod(path, 0o777);
  const { port } = tcp.address() as AddressInfo;
  return {
    files: [],
    folders: ['/', '/tmp', '/dev/shm', reader],
    tcp: ['127.0.0.1', ...ownAddresses()].map((address) => `${address}:${port}`),
    udp: [`127.0.0.1:${udp.address().port}`],
    unix: [path, `@${path}`],
  };
}

/** This machine's addresses in other networks stand for every other machine. */
function ownAddresses(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

interface Start {
  sandbox: string;
  file: string;
  args: string[];
}

/** How a server that is started by this command starts a reader, with the intruder in its place. */
async function readerStart(intruder: string, [file, ...args]: Command): Promise<Start> {
  const program = start(file, [
    ...args,
    process.execPath,
    join(root, 'apps/server/test/reader-command.ts'),
    intruder,
  ]);
  return JSON.parse(await program.waitForLine((line) => line.startsWith('{"sandbox"'))) as Start;
}

async function attack([file, ...args]: Command, targets: Targets): Promise<Outcomes> {
  const program = start(file, args);
  program.child.stdin?.end(JSON.stringify(targets));
  return JSON.parse(await program.waitForLine((line) => line.startsWith('{'))) as Outcomes;
}

/** What the intruder can do without a sandbox, and with the one that a server started by `command` uses. */
async function compare(intruder: string, targets: Targets, command: Command, expected: string) {
  const { sandbox, file, args } = await readerStart(intruder, command);
  assert(sandbox === expected, `${command.join(' ')}: the sandbox is ${sandbox}, not ${expected}`);
  const outcomes = [
    await attack([...command, intruder], targets),
    await attack([...command, file, ...args], targets),
  ];
  const [free, kept] = outcomes.map((each) => Object.keys(each).filter((name) => each[name] === 'ok'));
  return { attempts: Object.keys(outcomes[0] ?? {}), free: free ?? [], kept: kept ?? [] };
}

/** The reader sees the folders on the way to its own files, and those. */
const own = ['list /', 'list /tmp', `list ${reader}`];

async function assertIsolated(
  intruder: string,
  targets: Targets,
  command: Command,
  impossible: string[] = [],
) {
  const { attempts, free, kept } = await compare(intruder, targets, command, 'namespaces');
  const missed = attempts.filter((name) => !free.includes(name) && !impossible.includes(name));
  assert(missed.length === 0, `fails without a sandbox too: ${missed.join(', ')}`);
  const reached = kept.filter((name) => !own.includes(name));
  assert(reached.length === 0, `the intruder could ${reached.join(', ')}`);
  return free.length - own.length;
}

async function readLabel(api: Server): Promise<void> {
  const { call } = await createTestClient(api.url);
  const { file, serialNumber } = images.labels.dell;
  const { data } = await call(extractLabel, { body: { image: file().toString('base64') } });
  assert(data?.serialNumber === serialNumber, 'the reader in the sandbox did not read the label');
}

/** A folder and a process of the other user, which its intruder can reach without a sandbox. */
async function personsTargets(
  context: FaultContext,
): Promise<Pick<Targets, 'files' | 'folders' | 'process'>> {
  const home = join(await temporaryFolder(context), 'home');
  await mkdir(home, { mode: 0o700 });
  const key = join(home, 'secrets.key');
  await writeFile(key, 'a key', { mode: 0o600 });
  for (const path of [home, key]) await chown(path, person, person);
  const server = start('sleep', ['600'], { uid: person, gid: person, env: { SECRETS_KEY: 'a key' } });
  context.cleanup(() => server.stop('SIGKILL'));
  return { files: [key], folders: [home, '/tmp'], process: server.pid };
}

export const readerSandbox: Fault = {
  number: 70,
  title: 'native code in the place of an image reader',
  async run(context) {
    if (spawnSync('go', ['version']).error) return 'skipped: Go is not installed';
    assert(process.getuid?.() === 0, 'only root can try this as root and as another user');
    const intruder = await buildAgentProgram('intruder');
    const { apis, dir } = await install(context, { apis: 1, env: { IMAGE_SANDBOX: 'required' } });
    const api = apis[0] as Server;
    await readLabel(api);
    const servers = await openServers(context, dir);
    const key = join(dir, 'secrets.key');
    await writeFile(key, 'a key', { mode: 0o600 });
    const targets = { ...servers, files: [key], folders: [...servers.folders, dir], process: api.pid };
    const asRoot = await assertIsolated(intruder, targets, ['env']);

    // As root in a container: only a user of its own.
    const { kept } = await compare(intruder, targets, ['setpriv', '--bounding-set=-sys_admin'], 'user');
    const secrets = [key, `/proc/${api.pid}/environ`, `/proc/${api.pid}/maps`].map((path) => `read ${path}`);
    const found = [...secrets, 'trace the process', 'signal the process', `write to ${dir}`].filter((name) =>
      kept.includes(name),
    );
    assert(found.length === 0, `as a separate user, the intruder could ${found.join(', ')}`);

    const asPerson = await assertIsolated(
      intruder,
      { ...servers, ...(await personsTargets(context)) },
      asUser,
      notAsPerson,
    );
    const { sandbox } = await readerStart(intruder, withoutNamespaces);
    assert(sandbox === 'none', `without user namespaces the sandbox is ${sandbox}`);
    return `${asRoot} attempts as root and ${asPerson} as another user succeed without the sandbox, none with it; with fewer rights the server says so and goes on`;
  },
};
