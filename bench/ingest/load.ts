import { readFileSync } from 'node:fs';
import { sendRequests } from '../socket-load.ts';
import type { SimulatedAgent } from './fleet.ts';

// Sends scans from the agents in rotation, each with a distinct timestamp. Arguments: port, host header, path, file of
// agents, seconds, scans per second or 0 for no limit.
const [port, host, path, agentsFile = '', seconds, perSecond] = process.argv.slice(2);
const agents: SimulatedAgent[] = JSON.parse(readFileSync(agentsFile, 'utf8'));

/** A request, split around the timestamp of its scan. */
const requests = agents.map(({ rawSecret, scan }) => {
  const body = JSON.stringify({ ...scan, scan_timestamp: new Date(0).toISOString() });
  const [before = '', after = ''] = body.split(new Date(0).toISOString());
  const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nAuthorization: Bearer ${rawSecret}\r\n\r\n`;
  return [Buffer.from(head + before), Buffer.from(after)] as const;
});

const began = Date.now();
const report = await sendRequests({
  port: Number(port),
  seconds: Number(seconds),
  perSecond: Number(perSecond),
  partsOf(index) {
    const [before, after] = requests[index % requests.length] as (typeof requests)[0];
    return [before, new Date(began + index).toISOString(), after];
  },
});
console.log(JSON.stringify(report));
