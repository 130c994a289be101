import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  freePort,
  harnessMasterKey,
  root,
  type Server,
  start,
  unlimited,
  waitUntil,
  withOutput,
} from './processes.ts';

const programs = ['/usr/bin/mmdebstrap', '/usr/bin/buildah', '/usr/bin/podman', '/usr/sbin/runc'];

/** The programs that the machine lacks. */
export const missingForImages = (): string[] =>
  ['/usr/local/go/bin/go', ...programs].filter((program) => !existsSync(program));

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
  }).trim();

/** The images that ours is built from, made of Debian's packages, because no registry can be reached. */
const bases = {
  RUNTIME: { image: 'localhost/debian:trixie-slim', packages: [], add: () => undefined },
  BASE: { image: 'localhost/node:24-trixie-slim', packages: [], add: addNode },
  GO: {
    image: 'localhost/golang:1.26-trixie',
    packages: ['binutils'],
    add: (to: string) => cpSync('/usr/local/go', join(to, 'usr/local/go'), { recursive: true }),
  },
};

function addNode(to: string): void {
  const [bin, modules] = [join(to, 'usr/local/bin'), join(to, 'usr/local/lib/node_modules')];
  mkdirSync(bin, { recursive: true });
  mkdirSync(modules, { recursive: true });
  cpSync(process.execPath, join(bin, 'node'), { dereference: true });
  cpSync(join(run('npm', 'root', '--global'), 'npm'), join(modules, 'npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(bin, 'npm'));
}

/** As the official slim images: without documents and translations. */
const leftOut = ['doc', 'info', 'locale', 'man'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);

/** Makes an image of an empty Debian with some packages and what `add` puts into its root. */
export function createBase(
  image: string,
  packages: readonly string[],
  add: (to: string) => void,
  config: readonly string[] = [],
): void {
  const container = run('buildah', 'from', 'scratch');
  try {
    const mounted = run('buildah', 'mount', container);
    // An empty list is refused.
    const included = packages.length > 0 ? [`--include=${packages.join(',')}`] : [];
    run('mmdebstrap', '--variant=minbase', ...leftOut, ...included, 'trixie', mounted);
    add(mounted);
    if (config.length > 0) run('buildah', 'config', ...config, container);
    run('buildah', 'commit', '--quiet', container, image);
  } finally {
    run('buildah', 'rm', container);
  }
}

export const imageExists = (image: string) =>
  run('buildah', 'images', '--all', '--format', '{{.Name}}:{{.Tag}}').includes(image);

/** What npm needs to reach its registry from here, for the build alone: a variable would stay in the image. */
function npmAccess(dir: string): string[] {
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  const settings = join(homedir(), '.npmrc');
  const inside = '/etc/npm-certificates.pem';
  const own = existsSync(settings) ? readFileSync(settings, 'utf8') : '';
  writeFileSync(join(dir, 'npmrc'), certificates ? `${own}\ncafile=${inside}\n` : own);
  return [
    `--volume=${join(dir, 'npmrc')}:/root/.npmrc:ro`,
    ...(certificates ? [`--volume=${certificates}:${inside}:ro`] : []),
  ];
}

/** Builds deploy/Dockerfile of a checkout, with a folder for its own files. Takes minutes. */
export function buildImage(tag: string, dir: string, tree = root): void {
  for (const { image, packages, add } of Object.values(bases))
    if (!imageExists(image)) createBase(image, packages, add);
  const args = Object.entries(bases).map(([name, { image }]) => `--build-arg=${name}=${image}`);
  const file = join(tree, 'deploy/Dockerfile');
  const options = ['--isolation=chroot', '--format=docker', '--layers', `--file=${file}`, `--tag=${tag}`];
  run('buildah', 'bud', ...options, ...args, ...npmAccess(dir), tree);
}

export const imageBytes = (tag: string) =>
  Number(run('podman', 'image', 'inspect', '--format={{.Size}}', tag));

/** Like a careful operator: nothing of the image can be changed, and the process has no privileges. */
const restrictions = [
  ...['--read-only', '--tmpfs=/tmp', '--cap-drop=all', '--security-opt=no-new-privileges'],
  ...['--ulimit=nofile=10000:10000', '--ulimit=nproc=30000:30000'],
];

/** Starts one process of the product in a container and waits until it is ready. */
export async function startContainer(
  image: string,
  role: 'api' | 'worker',
  env: Record<string, string>,
): Promise<Server & { remove(): void; startMs: number }> {
  const [port, metricsPort] = [env.PORT ?? String(await freePort()), String(await freePort())];
  const name = `warranty-${role}-${randomUUID()}`;
  const all = { ...unlimited, SECRETS_KEY: harnessMasterKey, ...env, PORT: port, METRICS_PORT: metricsPort };
  const variables = Object.entries(all).map(([key, value]) => `--env=${key}=${value}`);
  const startedAt = performance.now();
  const program = start('podman', [
    ...['run', '--rm', `--name=${name}`, '--network=host', '--init=false'],
    ...[...restrictions, ...variables, image, role],
  ]);
  const internalUrl = `http://127.0.0.1:${metricsPort}`;
  const isReady = async () => {
    if (program.child.exitCode !== null) throw new Error(program.lines.join('\n'));
    return (await fetch(`${internalUrl}/readyz`)).ok;
  };
  await withOutput(program, waitUntil(`${role} to be ready`, isReady));
  return {
    ...program,
    url: `http://localhost:${port}`,
    internalUrl,
    startMs: performance.now() - startedAt,
    remove: () => run('podman', 'rm', '--force', '--ignore', name),
  };
}
