import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { openVisitor, type Visitor } from './visitor.ts';

// Visitors from four addresses who send bodies of 15 MB, in a separate process at low priority:
// node large-bodies-program.ts URL SECONDS. Some disconnect when they have sent everything. The last line of its output
// counts the replies by kind and status.

const [url = '', seconds = '8'] = process.argv.slice(2);
const visitors = 12;
const addresses = 4;
const endsAt = performance.now() + Number(seconds) * 1000;
const statuses: Record<string, number> = {};
setPriority(0, 15);

const row = JSON.stringify({ Serial: 'B000003', Notes: 'x'.repeat(200) });
const rows = new Array(Math.floor((15 * 1024 * 1024) / row.length)).fill(row).join(',');
const body = Buffer.from(`{"csvData":[${rows}],"fieldMapping":{"modelNumber":"Serial"}}`);

const headers = { 'content-type': 'application/json', prefer: 'respond-async' };

type Send = (client: Visitor) => Promise<{ status: number; text: string }>;
const kinds: Record<string, Send> = {
  preview: (client) => client.json('/api/warranty/csv-preview', body),
  'preview, left': (client) =>
    client.send('/api/warranty/csv-preview', { method: 'POST', headers, body, abandonAfterMs: 300 }),
  enhanced: async (client) => {
    const reply = await client.send('/api/warranty/csv-enhanced', { method: 'POST', headers, body });
    if (reply.status === 202)
      await client.removeRun((JSON.parse(reply.text) as { progressId: string }).progressId);
    return reply;
  },
};

async function sendOnAndOn(index: number): Promise<void> {
  const client = openVisitor(url, { seed: index, localAddress: `127.0.0.${2 + (index % addresses)}` });
  await client.start();
  const names = ['preview', 'preview', 'preview, left', 'enhanced'];
  while (performance.now() < endsAt) {
    const name = names[Math.floor(client.random() * names.length)] as string;
    const { status } = (await kinds[name]?.(client)) ?? { status: 0 };
    const key = `${name} ${status}`;
    statuses[key] = (statuses[key] ?? 0) + 1;
    await delay(20);
  }
}

const time = delay(Number(seconds) * 1000 + 500);
await Promise.race([time, Promise.all(Array.from({ length: visitors }, (_, index) => sendOnAndOn(index)))]);
process.stdout.write(`${JSON.stringify({ statuses })}\n`);
process.exit(0);
