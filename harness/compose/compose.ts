import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBase, imageExists } from '../image.ts';
import { root, waitUntil } from '../processes.ts';

const images = {
  caddy: 'docker.io/library/caddy:2',
  postgres: 'docker.io/library/postgres:18-trixie',
};

/** The images of others that deploy/compose.yaml names, made of Debian's packages: no registry can be reached. */
export function createComposeImages(): void {
  if (!imageExists(images.caddy))
    createBase(images.caddy, ['ca-certificates', 'caddy'], () => undefined, [
      '--cmd=["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]',
      '--env=XDG_DATA_HOME=/data',
    ]);
  if (!imageExists(images.postgres))
    createBase(
      images.postgres,
      ['postgresql'],
      (to) => copyFileSync(join(import.meta.dirname, 'postgres.sh'), join(to, 'usr/local/bin/entrypoint')),
      ['--entrypoint=["entrypoint"]', '--cmd='],
    );
}

export const podmanCompose = process.env.HARNESS_COMPOSE ?? '/usr/local/bin/podman-compose';
const helpers = ['/usr/lib/podman/netavark', '/usr/lib/podman/aardvark-dns', '/usr/libexec/podman/catatonit'];

/** The programs that the machine lacks. */
export const missingForCompose = (): string[] =>
  [podmanCompose, ...helpers].filter((program) => !existsSync(program));

export interface ComposeInstallation {
  /** Runs a command in the network of the installation. */
  inNetwork(...command: string[]): [program: string, args: string[]];
  /** The command and environment of Compose, for scripts. */
  env: Record<string, string>;
  remove(): void;
}

/** Starts deploy/compose.yaml with Podman in a network namespace of its own, where its ports are free. */
export async function startCompose(dir: string, image: string): Promise<ComposeInstallation> {
  const namespace = `warranty-${randomUUID().slice(0, 8)}`;
  const settings = join(dir, 'containers.conf');
  writeFileSync(
    settings,
    '[containers]\ndefault_ulimits = ["nofile=10000:10000", "nproc=30000:30000"]\n[network]\nnetwork_backend = "netavark"\n',
  );
  execFileSync('ip', ['netns', 'add', namespace]);
  execFileSync('ip', ['-n', namespace, 'link', 'set', 'lo', 'up']);
  const inNetwork = (...command: string[]): [string, string[]] => [
    'nsenter',
    [`--net=/run/netns/${namespace}`, ...command],
  ];
  const file = join(root, 'deploy/compose.yaml');
  const env = {
    CONTAINERS_CONF: settings,
    COMPOSE: `nsenter --net=/run/netns/${namespace} ${podmanCompose} -f ${file}`,
  };
  const compose = (...args: string[]) =>
    execFileSync(...inNetwork(podmanCompose, '-f', file, ...args), {
      cwd: join(root, 'deploy'),
      env: { ...process.env, ...env, IMAGE: image },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const remove = () => {
    compose('down', '--volumes');
    execFileSync('ip', ['netns', 'del', namespace]);
  };
  try {
    compose('up', '--detach');
    const isReady = () =>
      execFileSync(...inNetwork('curl', '--insecure', '--silent', 'https://localhost/readyz'), {
        encoding: 'utf8',
      }).includes('"ready"');
    await waitUntil('the installation to be ready', isReady, 120_000);
  } catch (error) {
    remove();
    throw error;
  }
  return { inNetwork, env, remove };
}
