import { createScan } from '../harness/agent-scan.ts';
import { labels } from '../harness/images.ts';
import { report, runCrowd } from './crowd.ts';
import type { Visitor } from './visitor.ts';

// Two hundred visitors from five addresses who take all they can, in a separate process:
// node greedy-program.ts SECONDS URL... The last line of its output counts the replies by kind and status.

const [seconds = '30', ...urls] = process.argv.slice(2);
const addresses = 5;
const counts: Record<string, Record<number, number>> = {};

const serialOf = (at: number) => `G${String(at).padStart(6, '0')}`;
let serials = 0;
function newSerials(count: number): string[] {
  serials += count;
  return Array.from({ length: count }, (_, index) => serialOf(serials - index));
}

const image = JSON.stringify({ image: labels.dell.file().toString('base64') });
const assets = JSON.stringify({
  csvData: Array.from({ length: 5000 }, (_, index) => ({
    serialNumber: serialOf(index),
    model: 'Latitude 5420',
  })),
});
const scan = JSON.stringify(
  createScan(
    Array.from({ length: 5000 }, (_, index) => ({
      ip: `10.0.${Math.floor(index / 250)}.${index % 250}`,
      open_ports: [22, 80, 443],
    })),
    { agentId: 'greedy' },
  ),
);

type Take = (client: Visitor) => Promise<{ status: number }>;

const lookUp = (client: Visitor, modelNumber: string) =>
  client.json('/api/warranty/lookup', JSON.stringify({ modelNumber, manufacturer: 'Dell' }));

async function runFile(client: Visitor): Promise<{ status: number }> {
  const id = await client.createRun();
  // Later files replace earlier ones, so that there is always one that is looked up.
  const reply = await client.upload(id, `Serial\n${newSerials(2000).join('\n')}\n`);
  await client.send(`/api/bulk-runs/${id}/results?search=nothing`);
  if (client.random() < 0.5) await client.removeRun(id);
  return reply;
}

async function sendScan(client: Visitor): Promise<{ status: number }> {
  const send = await client.createAgent('greedy');
  if (!send) return { status: 409 };
  const reply = await send(scan);
  if (reply.status !== 200) return reply;
  const { session_id: id } = JSON.parse(reply.text) as { session_id: string };
  return client.send(`/api/agent/discoveries/${id}`);
}

const takes: Record<string, Take> = {
  'new lookup': (client) => lookUp(client, newSerials(1)[0] as string),
  'known lookup': (client) => lookUp(client, serialOf(1)),
  list: (client) =>
    client.json(
      '/api/warranty/bulk',
      JSON.stringify({ items: newSerials(100).map((serialNumber) => ({ serialNumber })) }),
    ),
  file: runFile,
  photo: (client) => client.json('/api/ocr/extract', image),
  prediction: (client) =>
    client.json('/api/purchase-date/single', JSON.stringify({ assetDescription: 'Dell Latitude 5420' })),
  predictions: (client) => client.json('/api/purchase-date/predict-bulk', assets),
  'key test': (client) =>
    client.json(
      `/api/user/${client.userId()}/api-keys/test`,
      JSON.stringify({ vendor: 'lenovo', keyType: 'api_key', keyValue: 'a-stolen-api-key' }),
    ),
  scan: sendScan,
  runs: (client) => client.send('/api/bulk-runs'),
};

await runCrowd({
  url: (at) => urls[at % urls.length] as string,
  visitors: 200,
  from: (at) => ({ forwardedFor: `198.51.100.${(at % addresses) + 1}` }),
  atOnce: 3,
  seconds: Number(seconds),
  // A refused request is sent again at once, but not in a busy loop.
  pauseMs: 20,
  acts: Object.entries(takes),
  note(name, reply) {
    const { status } = reply as { status: number };
    counts[name] ??= {};
    counts[name][status] = (counts[name][status] ?? 0) + 1;
  },
});
report({ counts });
