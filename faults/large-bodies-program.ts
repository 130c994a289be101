import { report, runCrowd } from './crowd.ts';
import type { Visitor } from './visitor.ts';

// Visitors from four addresses who send bodies of 15 MB, in a separate process:
// node large-bodies-program.ts URL SECONDS. Some disconnect when they have sent everything. The last line of its output
// counts the replies by kind and status.

const [url = '', seconds = '8'] = process.argv.slice(2);
const addresses = 4;
const statuses: Record<string, number> = {};

const row = JSON.stringify({ Serial: 'B000003', Notes: 'x'.repeat(200) });
const rows = new Array(Math.floor((15 * 1024 * 1024) / row.length)).fill(row).join(',');
const body = Buffer.from(`{"csvData":[${rows}],"fieldMapping":{"modelNumber":"Serial"}}`);

const headers = { 'content-type': 'application/json', prefer: 'respond-async' };

const preview = (client: Visitor) => client.json('/api/warranty/csv-preview', body);
const leave = (client: Visitor) =>
  client.send('/api/warranty/csv-preview', { method: 'POST', headers, body, abandonAfterMs: 300 });

async function lookUp(client: Visitor) {
  const reply = await client.send('/api/warranty/csv-enhanced', { method: 'POST', headers, body });
  if (reply.status === 202)
    await client.removeRun((JSON.parse(reply.text) as { progressId: string }).progressId);
  return reply;
}

await runCrowd({
  url: () => url,
  visitors: 12,
  from: (at) => ({ localAddress: `127.0.0.${2 + (at % addresses)}` }),
  seconds: Number(seconds),
  pauseMs: 20,
  acts: [
    ['preview', preview],
    ['preview', preview],
    ['preview, left', leave],
    ['enhanced', lookUp],
  ],
  note(name, reply) {
    const key = `${name} ${(reply as { status: number }).status}`;
    statuses[key] = (statuses[key] ?? 0) + 1;
  },
});
report({ statuses });
