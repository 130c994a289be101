import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort, root, type Server, start, waitUntil } from '../harness/processes.ts';
import type { FaultContext } from './fault.ts';
import { temporaryFolder } from './installation.ts';
import { serve } from './serve.ts';

/** From Debian: prometheus and prometheus-alertmanager. */
const programs = ['/usr/bin/prometheus', '/usr/bin/prometheus-alertmanager'] as const;

export const missingPrograms = (): string[] => programs.filter((path) => !existsSync(path));

export interface Monitoring {
  /** Names of the alerts that fire now, as the operator was told. */
  firing: ReadonlySet<string>;
  /** Names of all alerts since the start, in their order. */
  fired: readonly string[];
  /** Evaluates an expression. Throws if it is invalid. */
  query(expression: string): Promise<number>;
}

/** A minute of the rules, in seconds of the case. */
const minute = 2;

const shipped = (name: string) => readFile(join(root, 'deploy/prometheus', name), 'utf8');

/** The rules as they are shipped, on a faster clock. */
function quicken(rules: string): string {
  return rules.replace(/(?<=for: |\[)(\d+)m/g, (_, minutes: string) => `${Number(minutes) * minute}s`);
}

interface Alert {
  status: 'firing' | 'resolved';
  labels: { alertname: string; instance?: string; check?: string };
}

/** Receives what Alertmanager would send to the operator. */
async function receiveAlerts(context: FaultContext) {
  const active = new Map<string, string>();
  const fired: string[] = [];
  const url = await serve(context, async (request, response) => {
    const { alerts } = JSON.parse(await text(request)) as { alerts: Alert[] };
    for (const { status, labels } of alerts) {
      const key = JSON.stringify(labels);
      if (status === 'resolved') {
        active.delete(key);
        continue;
      }
      active.set(key, labels.alertname);
      fired.push(labels.alertname);
    }
    response.end();
  });
  return {
    url,
    fired,
    get firing() {
      return new Set(active.values());
    },
  };
}

/** Runs a program of Debian's with its configuration and data in a folder of its own. Returns its address. */
async function startProgram(
  context: FaultContext,
  program: (typeof programs)[number],
  files: Record<string, string>,
  args: (dir: string) => string[],
): Promise<string> {
  const dir = await temporaryFolder(context);
  await mkdir(join(dir, 'data'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(dir, name), content);
  const address = `127.0.0.1:${await freePort()}`;
  const running = start(program, [`--web.listen-address=${address}`, ...args(dir)]);
  context.cleanup(() => running.stop('SIGKILL'));
  await waitUntil(`${program} to be ready`, async () => (await fetch(`http://${address}/-/ready`)).ok);
  return address;
}

const alertmanagerConfig = (url: string) => `
route: { receiver: operator, group_by: ['...'], group_wait: 0s, group_interval: 1s, repeat_interval: 1h }
receivers:
  - name: operator
    webhook_configs: [{ url: '${url}', send_resolved: true }]
`;

/** Starts Prometheus with the shipped configuration and rules, and an Alertmanager that reports to this case. */
export async function startMonitoring(
  context: FaultContext,
  { api, worker }: { api: Server; worker: Server },
): Promise<Monitoring> {
  const received = await receiveAlerts(context);
  const manager = await startProgram(
    context,
    '/usr/bin/prometheus-alertmanager',
    { 'alertmanager.yml': alertmanagerConfig(received.url) },
    (dir) => [
      `--config.file=${dir}/alertmanager.yml`,
      `--storage.path=${dir}/data`,
      '--cluster.listen-address=',
    ],
  );
  const config = (await shipped('prometheus.yml'))
    .replaceAll('15s', '1s')
    .replace('127.0.0.1:9093', manager)
    .replace('127.0.0.1:9464', new URL(api.internalUrl).host)
    .replace('127.0.0.1:9465', new URL(worker.internalUrl).host);
  const prometheus = await startProgram(
    context,
    '/usr/bin/prometheus',
    { 'prometheus.yml': config, 'alerts.yml': quicken(await shipped('alerts.yml')) },
    (dir) => [`--config.file=${dir}/prometheus.yml`, `--storage.tsdb.path=${dir}/data`],
  );
  return {
    get firing() {
      return received.firing;
    },
    fired: received.fired,
    async query(expression) {
      const response = await fetch(
        `http://${prometheus}/api/v1/query?query=${encodeURIComponent(expression)}`,
      );
      const reply = (await response.json()) as { data?: { result: unknown[] }; error?: string };
      if (!reply.data) throw new Error(`${expression}: ${reply.error}`);
      return reply.data.result.length;
    },
  };
}
