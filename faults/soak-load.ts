import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createAccessToken, listAccessTokens } from '@warranty/contracts/access-tokens';
import { createAgentSecret, sendDiscovery } from '@warranty/contracts/agents';
import { createBulkRun, deleteBulkRun } from '@warranty/contracts/bulk-lookup';
import { createClient, RequestError } from '@warranty/contracts/core/client';
import { readSession } from '@warranty/contracts/session';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { createScan } from '../harness/agent-scan.ts';
import { checkFile, checkResults } from '../harness/bulk-check.ts';
import { readRun, saveFile, sendFile } from '../harness/bulk-run.ts';
import { createFleet, type Fleet, fleetMapping } from '../harness/fleet.ts';
import type { Server } from '../harness/processes.ts';
import { createTestClient, reconnect, type TestClient } from '../harness/test-client.ts';

const retryMs = 200;

export interface SoakCounts {
  requests: number;
  /** Requests that failed while something was down, and were sent again. */
  retried: number;
  runs: number;
  rows: number;
  lookups: number;
  tokens: number;
  scans: number;
}

/** What was accepted, to compare with what is stored in the end. */
export interface SoakAgent {
  agentId: string;
  scans: number;
}

export interface SoakLoad {
  counts: SoakCounts;
  agents: SoakAgent[];
  /** Everything that must not happen. */
  violations: string[];
  /** Lets everyone finish what they do, and waits for it. */
  stop(): Promise<void>;
}

interface Work {
  apis: readonly Server[];
  dir: string;
  signal: AbortSignal;
  counts: SoakCounts;
  agents: SoakAgent[];
  violations: string[];
}

type Activity = (work: Work, client: TestClient, index: number) => Promise<void>;

/** Visitors of every kind on all api processes. Whatever fails while something is down is sent again until it succeeds. */
export async function startSoakLoad(apis: readonly Server[], dir: string): Promise<SoakLoad> {
  const stopping = new AbortController();
  const work: Work = {
    apis,
    dir,
    signal: stopping.signal,
    counts: { requests: 0, retried: 0, runs: 0, rows: 0, lookups: 0, tokens: 0, scans: 0 },
    agents: [],
    violations: [],
  };
  const activities: Activity[] = [runFiles, runFiles, lookUp, lookUp, createTokens, sendScans, sendScans];
  const clients = await Promise.all(activities.map(() => createTestClient(apis[0]?.url ?? '')));
  const running = clients.map((client, index) =>
    activities[index]?.(work, client, index).catch((error: unknown) => {
      work.violations.push(`${activities[index]?.name} ended: ${String(error)}`);
    }),
  );
  return {
    counts: work.counts,
    agents: work.agents,
    violations: work.violations,
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** Failures that an outage may cause. Everything else is a fault of the product. */
function isOutage(error: unknown): boolean {
  if (error instanceof RequestError) return error.status === 503;
  // `fetch` and `request` throw these when a process is gone, and uploads report a reply as an error.
  return !(error instanceof Error && /returned (?!503|409)\d+/.test(error.message));
}

/** Calls one of the processes, and another one if that fails, until it succeeds. */
async function until<T>(
  { apis, counts, violations }: Work,
  client: TestClient,
  ask: (client: TestClient) => Promise<T>,
): Promise<T> {
  for (;;) {
    const api = apis[counts.requests % apis.length] as Server;
    counts.requests += 1;
    try {
      return await ask(reconnect(api.url, client));
    } catch (error) {
      if (!isOutage(error)) {
        violations.push(String(error));
        throw error;
      }
      counts.retried += 1;
      await delay(retryMs);
    }
  }
}

/** Uploads files, waits for their results and checks every row of every download. */
async function runFiles(work: Work, client: TestClient, index: number): Promise<void> {
  for (let round = 0; !work.signal.aborted; round += 1) {
    const letter = String.fromCharCode(65 + ((index * 13 + round) % 26));
    const fleet = createFleet({ rows: 1000 + (round % 5) * 1000, dellOfTen: 9, repeatedOfTen: 1, letter });
    const runId = crypto.randomUUID();
    await until(work, client, ({ call }) =>
      call(createBulkRun, { body: { progressId: runId, fieldMapping: fleetMapping, fillBlankFields: true } }),
    );
    await until(work, client, (each) => sendOnce(each, runId, fleet));
    for (;;) {
      const { status } = await until(work, client, (each) => readRun(each, runId));
      if (status === 'completed') break;
      if (status === 'error' || status === 'cancelled') throw new Error(`run ${runId} is ${status}`);
      await delay(500);
    }
    const path = join(work.dir, `soak-${index}.csv`);
    await until(work, client, (each) => saveFile(each, runId, path));
    const run = await until(work, client, (each) => readRun(each, runId));
    const { errors, failedSerials } = await checkFile(path, fleet);
    const listed = await until(work, client, (each) => checkResults(each, run));
    work.violations.push(...[...errors, ...listed].map((error) => `run ${runId}: ${error}`));
    if (failedSerials.size > 0) work.violations.push(`run ${runId}: ${failedSerials.size} serials failed`);
    work.counts.runs += 1;
    work.counts.rows += fleet.rows;
    await until(work, client, ({ call }) => call(deleteBulkRun, { params: { runId } }).catch(ignoreMissing));
  }
}

/** A repeated upload is rejected if only the reply to the first one was lost. */
async function sendOnce(client: TestClient, runId: string, fleet: Fleet): Promise<void> {
  try {
    await sendFile(client, runId, fleet.chunks());
  } catch (error) {
    const { status } = await readRun(client, runId);
    if (status === 'created' || status === 'loading') throw error;
  }
}

/** A repeated delete finds nothing if only the reply to the first one was lost. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof RequestError && error.status === 404)) throw error;
}

async function lookUp(work: Work, client: TestClient, index: number): Promise<void> {
  for (let round = 0; !work.signal.aborted; round += 1) {
    const serial = `S${tagEnd(`${index}-${round % 500}`)}`;
    const { modelNumber } = await until(work, client, ({ call }) =>
      call(lookupWarranty, { body: { modelNumber: serial, manufacturer: 'Dell' } }),
    );
    if (modelNumber !== serial)
      work.violations.push(`the lookup of ${serial} returned the result for ${modelNumber}`);
    work.counts.lookups += 1;
    await delay(100);
  }
}

const tagEnd = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 6).toUpperCase();

/** Creates tokens with different names and compares the list with what was accepted. */
async function createTokens(work: Work, client: TestClient): Promise<void> {
  const [accepted, tried] = [new Set<string>(), new Set<string>()];
  while (!work.signal.aborted) {
    await until(work, client, async ({ call }) => {
      const name = `soak ${tried.size}`;
      tried.add(name);
      await call(createAccessToken, { body: { tokenName: name } });
      accepted.add(name);
    });
    const { tokens } = await until(work, client, ({ call }) => call(listAccessTokens));
    const names = tokens.map(({ tokenName }) => tokenName);
    const listed = new Set(names);
    if (listed.size !== names.length) work.violations.push('a token is stored twice');
    for (const name of accepted) if (!listed.has(name)) work.violations.push(`the token "${name}" is lost`);
    for (const name of names) if (!tried.has(name)) work.violations.push(`the token "${name}" is not ours`);
    const { userId } = await until(work, client, ({ call }) => call(readSession));
    if (userId !== client.userId) work.violations.push('a session is that of another user');
    work.counts.tokens = accepted.size;
    await delay(1000);
  }
}

/** Sends scans, each again until it is accepted, as agents do. */
async function sendScans(work: Work, client: TestClient, index: number): Promise<void> {
  const { rawSecret } = await client.call(createAgentSecret, { body: { name: `soak ${index}` } });
  const agent: SoakAgent = { agentId: `soak-${index}`, scans: 0 };
  work.agents.push(agent);
  const devices = Array.from({ length: 50 }, (_, host) => ({ ip: `10.0.${index}.${host + 1}` }));
  const authorization = `Bearer ${rawSecret}`;
  while (!work.signal.aborted) {
    const scan = createScan(devices, { agentId: agent.agentId });
    await until(work, client, ({ url }) =>
      createClient({ baseUrl: url, headers: { authorization } })(sendDiscovery, { body: scan }),
    );
    agent.scans += 1;
    work.counts.scans += 1;
    await delay(500);
  }
}
