import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, type Postgres, type Program, start, waitUntil } from './processes.ts';
import { giveToUnprivileged, unprivileged } from './unprivileged.ts';

interface Node {
  dataDir: string;
  port: number;
  apiPort: number;
  process: Program;
}

export interface PatroniCluster extends Postgres {
  /** Kills the leader and its PostgreSQL with kill -9. */
  killLeader(): Promise<void>;
  /** Waits until another node is the leader. */
  waitForLeader(): Promise<void>;
  stopAll(): Promise<void>;
}

const programs = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
};

/** The programs that the machine lacks. */
export const missingForPatroni = (): string[] =>
  Object.values(programs).filter((program) => !existsSync(program));

/**
 * Two nodes of PostgreSQL with synchronous replication: Patroni elects the leader, with etcd as its store, and HAProxy
 * connects clients to it.
 */
export async function startPatroni(dir: string): Promise<PatroniCluster> {
  const folder = join(dir, 'patroni');
  await mkdir(folder);
  await giveToUnprivileged(dir, folder);
  const { process: etcd, port: etcdPort } = await startEtcd(folder);
  const nodes = [await startNode(folder, 'node0', etcdPort), await startNode(folder, 'node1', etcdPort)];
  const haproxyPort = await freePort();
  const haproxy = await startHaproxy(folder, haproxyPort, nodes);
  const everything = [haproxy, ...nodes.map((node) => node.process), etcd];
  try {
    await waitUntil('both nodes to run', () => areReady(nodes), 60_000);
    const adminUrl = `postgres://postgres@127.0.0.1:${haproxyPort}/postgres`;
    await waitUntil('a database to be created', () => createDatabase(adminUrl), 30_000);
    const leader = await leaderOf(nodes);
    return {
      ...haproxy,
      url: `postgres://warranty@127.0.0.1:${haproxyPort}/warranty`,
      adminUrl,
      serverPid: leader ? await postmasterOf(leader) : 0,
      async killLeader() {
        const node = await leaderOf(nodes);
        if (!node) throw new Error('the cluster has no leader');
        const postmaster = await postmasterOf(node);
        await node.process.stop('SIGKILL');
        process.kill(postmaster, 'SIGKILL');
      },
      waitForLeader: async () => {
        await waitUntil('another leader', async () => (await leaderOf(nodes)) !== undefined, 60_000);
      },
      stopAll: () => stopAll(everything),
    };
  } catch (error) {
    const output = everything.map(({ lines }) => lines.slice(-10).join('\n')).join('\n\n');
    await stopAll(everything);
    throw new Error(`the cluster did not start:\n${output}`, { cause: error });
  }
}

async function stopAll(everything: Program[]): Promise<void> {
  for (const each of everything) await each.stop();
}

async function startEtcd(folder: string): Promise<{ process: Program; port: number }> {
  const [port, peerPort] = [await freePort(), await freePort()];
  const [clients, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`];
  const process = start(
    programs.etcd,
    [
      ...['--data-dir', join(folder, 'etcd')],
      ...['--listen-client-urls', clients, '--advertise-client-urls', clients],
      ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers],
      ...['--initial-cluster', `default=${peers}`],
    ],
    { cwd: folder, ...unprivileged },
  );
  await waitUntil('etcd to be healthy', async () => (await fetch(`${clients}/health`)).ok);
  return { process, port };
}

async function startNode(folder: string, name: string, etcdPort: number): Promise<Node> {
  const [port, apiPort] = [await freePort(), await freePort()];
  const dataDir = join(folder, name);
  const settings = join(folder, `${name}.json`);
  // YAML is a superset of JSON.
  await writeFile(
    settings,
    JSON.stringify({
      scope: 'warranty',
      name,
      restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
      etcd3: { hosts: `127.0.0.1:${etcdPort}` },
      bootstrap: {
        dcs: {
          ttl: 20,
          loop_wait: 5,
          retry_timeout: 5,
          synchronous_mode: true,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 100 } },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
        pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication replicator 127.0.0.1/32 trust'],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: dataDir,
        bin_dir: join(programs.postgres, '..'),
        pgpass: join(folder, `${name}.pgpass`),
        authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
        // Otherwise the copy waits for a checkpoint, which takes minutes.
        basebackup: [{ checkpoint: 'fast' }],
        parameters: { unix_socket_directories: folder },
      },
    }),
  );
  const process = start(programs.patroni, [settings], { cwd: folder, ...unprivileged });
  return { dataDir, port, apiPort, process };
}

async function startHaproxy(folder: string, port: number, nodes: Node[]): Promise<Program> {
  const settings = join(folder, 'haproxy.cfg');
  const servers = nodes.map(
    (node, index) => `  server node${index} 127.0.0.1:${node.port} check port ${node.apiPort}`,
  );
  await writeFile(
    settings,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen postgres
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
  return start(programs.haproxy, ['-f', settings], { cwd: folder, ...unprivileged });
}

const answers = async ({ apiPort }: Node, path: string): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${apiPort}/${path}`).catch(() => null))?.ok === true;

/** Whether one node leads and the other one is its synchronous replica, so that no commit is lost. */
async function areReady(nodes: Node[]): Promise<boolean> {
  const states = await Promise.all(nodes.map((node) => answers(node, 'primary')));
  const replicas = await Promise.all(nodes.map((node) => answers(node, 'sync')));
  return states.filter(Boolean).length === 1 && replicas.some(Boolean);
}

async function leaderOf(nodes: Node[]): Promise<Node | undefined> {
  const leads = await Promise.all(nodes.map((node) => answers(node, 'primary')));
  return nodes.find((_, index) => leads[index]);
}

async function postmasterOf({ dataDir }: Node): Promise<number> {
  return Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function createDatabase(adminUrl: string): Promise<boolean> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query('create role warranty login');
    await admin.query('create database warranty owner warranty');
    return true;
  } finally {
    await admin.end();
  }
}
