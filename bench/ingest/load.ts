import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { SimulatedAgent } from './fleet.ts';

// Sends scans from the agents in rotation, each with a distinct timestamp. Arguments: port, host header, path, file of
// agents, seconds, scans per second or 0 for no limit. Prints how many were accepted and their latency, measured from when
// they were due.
const [port, host, path, agentsFile = '', seconds, perSecond] = process.argv.slice(2);
const connections = 32;
const rate = Number(perSecond);
const agents: SimulatedAgent[] = JSON.parse(readFileSync(agentsFile, 'utf8'));

/** A request, split around the timestamp of its scan. */
const requests = agents.map(({ rawSecret, scan }) => {
  const body = JSON.stringify({ ...scan, scan_timestamp: new Date(0).toISOString() });
  const [before = '', after = ''] = body.split(new Date(0).toISOString());
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nAuthorization: Bearer ${rawSecret}\r\n\r\n`;
  return [Buffer.from(head + before), Buffer.from(after)] as const;
});

const latencies: number[] = [];
let sent = 0;
let refused = 0;
const startedAt = performance.now();
const began = Date.now();
const until = startedAt + Number(seconds) * 1000;

function send(socket: Socket): void {
  const [before, after] = requests[sent % requests.length] as (typeof requests)[0];
  socket.cork();
  socket.write(before);
  socket.write(new Date(began + sent).toISOString());
  socket.write(after);
  socket.uncork();
  sent += 1;
}

/** Length of the whole reply in bytes, or infinity until its head is complete. */
function lengthOf(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return Number.POSITIVE_INFINITY;
  return head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
}

interface Connection {
  socket: Socket;
  due: number;
}

const idle: Connection[] = [];
/** Scans that are due and waiting for a connection. */
const waiting: number[] = [];
let open = connections;

function next(connection: Connection): void {
  const isOver = performance.now() >= until;
  const due = rate > 0 ? waiting.shift() : isOver ? undefined : performance.now();
  if (due !== undefined) {
    connection.due = due;
    send(connection.socket);
  } else if (isOver) end(connection);
  else idle.push(connection);
}

function end({ socket }: Connection): void {
  socket.end();
  open -= 1;
  if (open === 0) report();
}

function report(): void {
  const sorted = latencies.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  const took = (performance.now() - startedAt) / 1000;
  console.log(JSON.stringify({ taken: latencies.length, refused, seconds: took, p99 }));
}

function openConnection(): void {
  let received = '';
  const connection: Connection = { socket: connect(Number(port), '127.0.0.1'), due: 0 };
  connection.socket
    .setNoDelay(true)
    .setEncoding('latin1')
    .once('connect', () => next(connection))
    .on('data', (chunk) => {
      received += chunk;
      if (received.length < lengthOf(received)) return;
      if (received.startsWith('HTTP/1.1 200')) latencies.push(performance.now() - connection.due);
      else refused += 1;
      received = '';
      next(connection);
    });
}

for (let index = 0; index < connections; index += 1) openConnection();

if (rate > 0) {
  let due = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    for (; due <= now && due < until; due += 1000 / rate) {
      waiting.push(due);
      const connection = idle.pop();
      if (connection) next(connection);
    }
    if (now < until) return;
    clearInterval(timer);
    for (const connection of idle.splice(0)) next(connection);
  }, 1);
}
