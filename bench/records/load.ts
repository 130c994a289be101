import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { serialAt } from './fill.ts';

export interface LoadTarget {
  url: string;
  headers: Record<string, string>;
  /** How many records there are to look up. */
  records: number;
}

// Looks up random devices of several servers in turns, so that all see the same conditions. Arguments: the servers, requests per
// second in total, seconds. Prints the latencies of each server in milliseconds, from the time a request was due: one that waits
// for others counts its wait.
const [targetsJson = '[]', rate, seconds] = process.argv.slice(2);
const targets = JSON.parse(targetsJson) as LoadTarget[];
const agent = new Agent({ keepAlive: true, maxSockets: 32 });
const intervalMs = 1000 / Number(rate);
const total = Number(rate) * Number(seconds);

function send({ url, headers }: LoadTarget, modelNumber: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${modelNumber} got status ${reply.statusCode}`));
      reply.resume().on('end', resolve);
    });
    sent.on('error', reject).end(JSON.stringify({ modelNumber, manufacturer: 'Dell' }));
  });
}

const startedAt = performance.now();
const running: Promise<number>[][] = targets.map(() => []);
for (let index = 0; index < total; index += 1) {
  const dueAt = startedAt + index * intervalMs;
  const waitMs = dueAt - performance.now();
  if (waitMs > 0) await delay(waitMs);
  const target = targets[index % targets.length] as LoadTarget;
  const serial = serialAt(1 + Math.floor(Math.random() * target.records));
  running[index % targets.length]?.push(send(target, serial).then(() => performance.now() - dueAt));
}
console.log(JSON.stringify(await Promise.all(running.map((requests) => Promise.all(requests)))));
agent.destroy();
