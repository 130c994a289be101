import { setPriority } from 'node:os';
import { report } from './crowd.ts';
import { createHostileWorkbooks } from './hostile-workbook.ts';
import { openVisitor, type Visitor } from './visitor.ts';

// Visitors from four addresses who send hostile workbooks, in a separate process at low priority:
// node hostile-workbooks-program.ts URL COUNT MAX_MEGABYTES SEED. The last line of its output counts the replies by status,
// and lists those that should not occur.

const [url = '', count = '50', maxMegabytes = '16', seed = '1'] = process.argv.slice(2);
const visitors = 8;
const addresses = 4;
const statuses: Record<number, number> = {};
const wrong: string[] = [];
let sent = 0;
setPriority(0, 15);

/** A workbook is accepted, refused for what it contains, or asked to be sent later. */
const isExpected = (status: number, text: string) =>
  status === 202 ||
  (status >= 400 && status < 500) ||
  (status === 503 && text.includes('too_many_files')) ||
  status === 507;

async function send(client: Visitor, next: ReturnType<typeof createHostileWorkbooks>): Promise<void> {
  const { name, bytes } = next();
  const runId = await client.createRun();
  const { status, text } = await client.uploadWorkbook(runId, bytes);
  statuses[status] = (statuses[status] ?? 0) + 1;
  if (!isExpected(status, text)) wrong.push(`${status} ${text.slice(0, 200)}: ${name}`);
  await client.removeRun(runId);
}

async function sendOnAndOn(index: number): Promise<void> {
  const localAddress = `127.0.0.${2 + (index % addresses)}`;
  const client = openVisitor(url, { seed: Number(seed) * visitors + index, localAddress });
  const next = createHostileWorkbooks(client.random, Number(maxMegabytes));
  await client.start();
  while (sent < Number(count)) {
    sent += 1;
    await send(client, next);
  }
}

await Promise.all(Array.from({ length: visitors }, (_, index) => sendOnAndOn(index)));
report({ sent, statuses, wrong });
