import { createScan } from '../harness/agent-scan.ts';
import { report, runCrowd } from './crowd.ts';
import { type ApiDocument, createRequests } from './random-request.ts';
import type { Visitor } from './visitor.ts';

// Fifty hostile visitors from three addresses, in a separate process: node hostile-program.ts URL SECONDS. The last line of its
// output counts the attacks.

const [url = '', seconds = '30'] = process.argv.slice(2);
const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4'] as const;
const counts: Record<string, number> = {};

const mapping = '"fieldMapping":{"modelNumber":"Serial"}';
const distinctKeys = `{"csvData":[${Array.from({ length: 15_000 }, (_, index) => `{"k${index}":"v"}`)}],${mapping}}`;
const ones = Buffer.from(`{"csvData":[${'1,'.repeat(16_000_000)}1],${mapping}}`);
const badVendors = `{"vendors":[${'"x",'.repeat(50_000)}"x"],${mapping}}`;
const dashes = `{"csvData":[{"Serial":"${'-'.repeat(128 * 1024)}"}],${mapping}}`;
const emails = `q,${'@.'.repeat(8000)} x\n`;
const labels = `Serial\n${'sn:'.repeat(1000)}x${"'".repeat(5000)}x\n`;

function scanText(first: number): string {
  const devices = Array.from({ length: 10_000 }, (_, index) => ({
    ip: `10.${first}.${Math.floor(index / 250)}.${index % 250}`,
    open_ports: [22, 80, 443],
  }));
  return JSON.stringify(createScan(devices, { agentId: 'hostile' }));
}
const scans = [scanText(1), scanText(2)];

type Attack = (client: Visitor) => Promise<unknown>;

async function withRun(client: Visitor, use: (runId: string) => Promise<unknown>): Promise<void> {
  const id = await client.createRun();
  await use(id);
  await client.removeRun(id);
}

async function readHugeDiscovery(client: Visitor): Promise<void> {
  const sendScan = await client.createAgent('hostile');
  if (!sendScan) return;
  let id = '';
  for (const body of scans) {
    const reply = await sendScan(body);
    if (reply.status === 200) id = (JSON.parse(reply.text) as { session_id: string }).session_id;
  }
  for (let time = 0; time < 3; time += 1) await client.send(`/api/agent/discoveries/${id}`);
}

/** A rejected request must not affect the next one on the same connection. */
async function refusedThenNext(client: Visitor): Promise<void> {
  await client.upload('00000000-0000-4000-8000-000000000000', 'x'.repeat(300 * 1024));
  await client.send('/api/auth/session');
}

const uploads: Attack[] = [
  (client) => withRun(client, (id) => client.upload(id, emails)),
  (client) => withRun(client, (id) => client.upload(id, labels)),
  (client) => withRun(client, (id) => client.upload(id, 'Serial\n', 4000)),
  (client) =>
    withRun(client, (id) =>
      Promise.all(Array.from({ length: 12 }, () => client.upload(id, 'Serial\nB000003'))),
    ),
];
const bodies: Attack[] = [
  (client) => client.json('/api/warranty/csv-preview', distinctKeys),
  (client) => client.json('/api/warranty/csv-enhanced', distinctKeys),
  (client) => client.json('/api/bulk-runs', badVendors),
  (client) => client.json('/api/warranty/csv-preview', dashes),
  (client) => client.send('/nowhere', { method: 'POST', body: 'x', abandonAfterMs: 4000 }),
];
const attacks: Record<string, Attack> = {
  ones: (client) => client.json('/api/warranty/csv-preview', ones),
  discovery: readHugeDiscovery,
  refused: refusedThenNext,
  upload: (client) => (uploads[Math.floor(client.random() * uploads.length)] as Attack)(client),
  body: (client) => (bodies[Math.floor(client.random() * bodies.length)] as Attack)(client),
  random: randomRequest,
};

const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as ApiDocument;

async function randomRequest(client: Visitor): Promise<void> {
  const { method, path, contentType, body } = createRequests(document, client.random, ['7XK2P93'])();
  // Predictions run in threads with their own memory (faults 45 and 46), which is not measured here.
  if (path.startsWith('/api/auth') || path.startsWith('/api/purchase-date')) return;
  await client.send(path, {
    method,
    ...(contentType && { headers: { 'content-type': contentType } }),
    ...(body !== undefined && { body }),
  });
}

await runCrowd({
  url: () => url,
  visitors: 50,
  from: (at) => ({ localAddress: addresses[at % addresses.length] as string }),
  seconds: Number(seconds),
  pauseMs: 50,
  acts: Object.entries(attacks),
  note(name) {
    counts[name] = (counts[name] ?? 0) + 1;
  },
});
report({ attacks: counts });
