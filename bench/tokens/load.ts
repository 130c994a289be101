import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

// Sends POST requests in a loop with random tokens, along with the name of each token's owner. Arguments: port, host
// header, path, body, file of callers, seconds. Prints how many requests got status 200, as JSON.
const [port, host, path, body = '', callersFile = '', seconds] = process.argv.slice(2);
const connections = 32;
const callers: [token: string, owner: string][] = JSON.parse(readFileSync(callersFile, 'utf8'));
const until = performance.now() + Number(seconds) * 1000;
let answered = 0;
let refused = 0;

const opening = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;

function send(socket: Socket): void {
  const [token, owner] = callers[Math.floor(Math.random() * callers.length)] as (typeof callers)[0];
  socket.write(`${opening}Authorization: Bearer ${token}\r\nX-Bench-Owner: ${owner}\r\n\r\n${body}`);
}

/** Length of the whole reply in bytes, or infinity until its head is complete. */
function lengthOf(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return Number.POSITIVE_INFINITY;
  return head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
}

function runConnection(): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), '127.0.0.1', () => send(socket)).setEncoding('latin1');
    socket.on('error', reject).on('data', (chunk) => {
      received += chunk;
      if (received.length < lengthOf(received)) return;
      if (received.startsWith('HTTP/1.1 200')) answered += 1;
      else refused += 1;
      received = '';
      if (performance.now() < until) return send(socket);
      socket.end();
      resolve();
    });
  });
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: connections }, runConnection));
console.log(JSON.stringify({ answered, refused, seconds: (performance.now() - startedAt) / 1000 }));
