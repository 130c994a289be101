import { readFileSync } from 'node:fs';
import { sendRequests } from '../socket-load.ts';

// Sends requests with random tokens, along with the name of each token's owner. Arguments: port, host header, path, body, file
// of callers, seconds.
const [port, host, path, body = '', callersFile = '', seconds] = process.argv.slice(2);
const callers: [token: string, owner: string][] = JSON.parse(readFileSync(callersFile, 'utf8'));
const opening = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;

const report = await sendRequests({
  port: Number(port),
  seconds: Number(seconds),
  partsOf() {
    const [token, owner] = callers[Math.floor(Math.random() * callers.length)] as (typeof callers)[0];
    return [`${opening}Authorization: Bearer ${token}\r\nX-Bench-Owner: ${owner}\r\n\r\n${body}`];
  },
});
console.log(JSON.stringify(report));
