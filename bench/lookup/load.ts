import { readFileSync } from 'node:fs';
import { sendRequests } from '../socket-load.ts';
import { type Fleet, fleetSize } from './fleet.ts';

// Looks up the devices of the fleet with its sessions. Arguments: port, host header, path, file of the fleet, seconds, number of
// requests or 0, requests per second or 0 for no limit.
const [port, host, path, fleetFile = '', seconds, requests, perSecond] = process.argv.slice(2);
const { cookies, serials, handles }: Fleet = JSON.parse(readFileSync(fleetFile, 'utf8'));

const heads = cookies.map((cookie, index) => {
  const handle = handles ? `Warranty-Organization: ${handles[index]}\r\n` : '';
  return `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookie}\r\n${handle}`;
});
const bodies = serials.map((modelNumber) => {
  const body = JSON.stringify({ modelNumber, manufacturer: 'Dell' });
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
});

const report = await sendRequests({
  port: Number(port),
  seconds: Number(seconds),
  ...(Number(requests) > 0 && { requests: Number(requests) }),
  perSecond: Number(perSecond),
  // Requests that follow each other differ in both, and every session looks up every device.
  partsOf(index) {
    const device = (index + Math.floor(index / fleetSize)) % fleetSize;
    return [`${heads[index % fleetSize]}${bodies[device]}`];
  },
});
console.log(JSON.stringify(report));
