import { setTimeout as delay } from 'node:timers/promises';
import { createAgentSecret, listDiscoveries } from '@warranty/contracts/agents';
import { cancelBulkRun } from '@warranty/contracts/bulk-lookup';
import { createScan, postScan } from '../../harness/agent-scan.ts';
import { createRun, sendFile } from '../../harness/bulk-run.ts';
import { memoryOf } from '../../harness/memory.ts';
import type { TestClient } from '../../harness/test-client.ts';
import { type Attack, attackAll, installTarget, openTarget } from '../attack.ts';
import { assert, type Fault } from '../fault.ts';

const attacker = '127.0.14.1';
const rows = 60_000;
const maxGrowthMb = 400;

/** Its file is large, and nothing of it is looked up. */
async function createLargeRun(client: TestClient): Promise<string> {
  const runId = await createRun(client, { fieldMapping: { modelNumber: 'Serial' } });
  function* file() {
    yield 'Serial,Note\n';
    for (let at = 0; at < rows; at += 1) yield `U${at.toString(36)},${'n'.repeat(100)}\n`;
  }
  await sendFile(client, runId, file());
  await client.call(cancelBulkRun, { params: { runId } });
  return `/api/bulk-runs/${runId}/file?format=csv`;
}

/** A scan whose reply has 8 MB. */
async function sendLargeScan({ call, url }: TestClient): Promise<string> {
  const { rawSecret } = await call(createAgentSecret, { body: { name: 'office' } });
  const text = 'é'.repeat(60);
  const devices = Array.from({ length: 10_000 }, (_, at) => ({
    ip: `10.1.${at >> 8}.${at & 255}`,
    open_ports: [22, 80, 443],
    hostname: text + at,
    ...{ vendor: text, manufacturer: text, model: text, serial: `S${at}`, os: text },
  }));
  const response = await postScan(url, rawSecret, createScan(devices));
  assert(response.ok, `the scan got ${response.status}`);
  const { sessions } = await call(listDiscoveries, { query: {} });
  return `/api/agent/discoveries/${sessions[0]?.id}`;
}

const attacks: Record<string, Attack> = {
  'downloads that are never read': async (raw, [owner]) => {
    const path = await createLargeRun(owner as TestClient);
    for (let at = 0; at < 200; at += 1)
      raw
        .open(attacker)
        .pause()
        .write(raw.text({ method: 'GET', path }, owner));
    return async () => undefined;
  },
  'forty downloads at once': async (raw, [owner]) => {
    const path = await createLargeRun(owner as TestClient);
    let isOn = true;
    const download = () => {
      if (!isOn) return;
      const socket = raw.open(attacker).resume().on('close', download);
      socket.write(raw.text({ method: 'GET', path, closes: true }, owner));
    };
    for (let at = 0; at < 40; at += 1) download();
    return async () => {
      isOn = false;
    };
  },
};

export const unreadReplies: Fault = {
  number: 122,
  isolation: 'exclusive',
  title: 'replies and downloads that are never read, and many downloads of one visitor',
  async run(context) {
    const { api } = await installTarget(context);
    const target = await openTarget(api.url);
    const before = await memoryOf(api, 'VmRSS');
    const told = await attackAll(context, target, {
      ...attacks,
      'large replies that are never read': async (raw, [owner]) => {
        const path = await sendLargeScan(owner as TestClient);
        for (let at = 0; at < (context.full ? 250 : 100); at += 1) {
          raw
            .open(attacker)
            .pause()
            .write(raw.text({ method: 'GET', path }, owner));
          await delay(context.full ? 80 : 10);
        }
        return async () => undefined;
      },
    });
    const grown = (await memoryOf(api, 'VmHWM')) - before;
    assert(grown <= maxGrowthMb, `the memory grew by ${grown.toFixed(0)} MB (bar ${maxGrowthMb}); ${told}`);
    return `memory +${grown.toFixed(0)} MB (bar ${maxGrowthMb}); ${told}`;
  },
};
