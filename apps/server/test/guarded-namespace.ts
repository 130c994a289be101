// Runs as root in a separate network namespace. There, every address that a hostile URL names belongs to this machine, so
// that every call that gets past the guarded client is counted. The last line of the output is the report as JSON.
import { execFileSync } from 'node:child_process';
import type { LookupAddress } from 'node:dns';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { isIPv4 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setDefaultCACertificates } from 'node:tls';
import { Registry } from 'prom-client';
import { selfSigned } from '../../../harness/self-signed.ts';
import { BlockedCallError } from '../src/platform/outbound/errors.ts';
import { createBlockedCounter, createGuardedClient } from '../src/platform/outbound/guarded-client.ts';
import {
  hostileHosts,
  hostileNames,
  hostileUrls,
  publicAddress,
} from '../src/platform/outbound/hostile.cases.ts';
import { literalAddress } from '../src/platform/outbound/public-address.ts';

const otherPublicAddress = '151.101.1.69';
const publicAddress6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c';
const publicOnes = new Set([publicAddress, otherPublicAddress, publicAddress6]);
const ports = [80, 443, 8443];

/** Redirects by request path. */
const leads: Record<string, [status: number, location: string]> = {
  '/to-metadata': [302, 'http://169.254.169.254/latest/meta-data/'],
  '/to-loopback': [301, 'http://127.0.0.1/'],
  '/to-loopback-6': [307, 'http://[::1]/'],
  '/to-mapped': [308, 'http://[::ffff:127.0.0.1]/'],
  '/to-number': [302, 'http://2130706433/'],
  '/to-name': [302, 'http://loopback.test/'],
  '/to-port': [302, 'http://b.test:8080/'],
  '/to-file': [302, 'file:///etc/passwd'],
  '/to-http': [302, 'http://b.test/end'],
  '/to-b': [302, 'https://b.test/end'],
  '/to-b-plain': [307, 'http://b.test/end'],
  '/to-b-to-loopback': [302, 'http://b.test/to-loopback'],
  '/to-itself': [302, '/end'],
  '/1': [302, '/2'],
  '/2': [302, '/3'],
  '/3': [302, '/end'],
  '/0': [302, '/1'],
};

const seen: { at: string; url: string; headers: Record<string, unknown> }[] = [];
let canaryHits = 0;
const answer: RequestListener = (request, response) => {
  const { url = '', headers, socket } = request;
  const at = (socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  if (publicOnes.has(at)) seen.push({ at, url, headers });
  const [status, location] = leads[url] ?? [];
  if (status) response.writeHead(status, { location }).end();
  else response.end(publicOnes.has(at) ? 'public' : 'canary');
};
const countCanary = (socket: { localAddress?: string | undefined }) => {
  if (!publicOnes.has((socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, ''))) canaryHits += 1;
};

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'pipe' });

/** Assigns all addresses of the cases, and the public ones, to this machine. */
function settle(): number {
  run('ip', 'link', 'set', 'lo', 'up');
  const literals = hostileHosts.map((host) => URL.parse(`http://${host}/`)?.hostname ?? '');
  const resolved = Object.values(hostileNames).flatMap((found) => found.map(({ address }) => address));
  const addresses = [...literals.map((host) => literalAddress(host) ?? ''), ...resolved, ...publicOnes];
  let taken = 0;
  for (const address of new Set(addresses)) {
    try {
      run('ip', 'addr', 'add', `${address}/${isIPv4(address) ? 32 : 128}`, 'dev', 'lo', 'nodad');
      taken += 1;
    } catch {
      // Some cannot be assigned (multicast, unspecified), and some already exist.
    }
  }
  return taken;
}

async function listen(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'guarded-'));
  const file = (name: string) => join(folder, name);
  const subject = ['-subj', '/CN=a.test', '-addext', 'subjectAltName=DNS:a.test,DNS:b.test,DNS:rebound.test'];
  const output = ['-keyout', file('key.pem'), '-out', file('cert.pem')];
  run('openssl', ...selfSigned, ...subject, ...output);
  const [key, cert] = [readFileSync(file('key.pem')), readFileSync(file('cert.pem'))];
  rmSync(folder, { recursive: true });
  setDefaultCACertificates([cert.toString()]);
  await Promise.all(
    ports.map((port) => {
      const server = port === 80 ? createServer(answer) : createTlsServer({ key, cert }, answer);
      server.on('connection', countCanary);
      return new Promise<void>((done) => server.listen(port, '::', done));
    }),
  );
}

const v4 = (address: string): LookupAddress[] => [{ address, family: 4 }];
const names: Record<string, LookupAddress[]> = {
  ...hostileNames,
  'public.test': v4(publicAddress),
  'a.test': v4(publicAddress),
  'b.test': v4(otherPublicAddress),
  'six.test': [{ address: publicAddress6, family: 6 }],
};
const asked: string[] = [];
/** `rebound` names resolve to a public address the first time, and to this machine afterwards. */
const resolve = async (hostname: string) => {
  const again = asked.includes(hostname);
  asked.push(hostname);
  if (hostname.startsWith('rebound')) return v4(again ? '127.0.0.1' : publicAddress);
  const found = names[hostname];
  if (!found) throw new Error('no such name');
  return found;
};

const registry = new Registry();
const door = createGuardedClient({
  operatorOrigins: [],
  countBlocked: createBlockedCounter(registry),
  resolve,
});
const keys = { authorization: 'Bearer canary-key', 'x-api-key': 'canary-key', accept: 'text/plain' };

async function ask(url: string): Promise<string> {
  const request = {
    method: 'GET',
    headers: keys,
    timeoutMs: 5000,
    fromCatalog: false,
    followRedirects: true,
  };
  return door.send({ ...request, url }).then(
    ({ status, text }) => `${status} ${text}`,
    (error: unknown) =>
      error instanceof BlockedCallError ? `${error.phase} ${error.reason}` : String((error as Error).message),
  );
}

/** How many of the same URLs a plain `fetch` reaches. */
async function withoutDoor(urls: string[]): Promise<number> {
  let reached = 0;
  for (const url of urls) {
    const text = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      (reply) => reply.text(),
      () => '',
    );
    if (text === 'canary') reached += 1;
  }
  return reached;
}

const addresses = settle();
await listen();
const hostile = [
  ...hostileHosts.flatMap((host) => [`http://${host}/`, `https://${host}/`, `https://${host}:8443/`]),
  ...Object.keys(hostileNames).flatMap((name) => [`http://${name}/`, `http://${name}./`, `https://${name}/`]),
  ...hostileUrls,
];
const notStopped: string[] = [];
for (const url of hostile) {
  const said = await ask(url);
  if (!/^(request|resolve) \w+$/.test(said)) notStopped.push(`${url}: ${said}`);
}
const redirects = Object.fromEntries(
  await Promise.all(
    [
      ...Object.keys(leads).map((path) => `http://a.test${path}`),
      ...['/to-http', '/to-b', '/to-b-to-loopback', '/to-metadata'].map((path) => `https://a.test${path}`),
    ].map(async (url) => [url, await ask(url)] as const),
  ),
);
const open = {
  literal: await ask(`http://${publicAddress}/`),
  literal6: await ask(`http://[${publicAddress6}]/`),
  name: await ask('http://a.test/'),
  dot: await ask('http://a.test./'),
  six: await ask('http://six.test/'),
  https: await ask('https://a.test/'),
};
const rebound = [
  await ask('https://rebound.test/'),
  await ask('https://rebound.test/'),
  await ask('http://rebound-on-the-way.test/to-itself'),
];
const hitsThroughDoor = canaryHits;
const atB = seen.filter(({ at }) => at === otherPublicAddress);
const report = {
  addresses,
  hostile: hostile.length,
  notStopped,
  redirects,
  open,
  rebound,
  reboundAsked: asked.filter((name) => name.startsWith('rebound')).length,
  hitsThroughDoor,
  askedAtB: atB.length,
  keysAtB: atB.filter(({ headers }) => JSON.stringify(headers).includes('canary-key')).length,
  keysAtA: seen.filter(({ at, headers }) => at === publicAddress && headers.authorization).length,
  reachedWithoutDoor: await withoutDoor(
    hostile.filter((url) => url.startsWith('http://') && URL.canParse(url)),
  ),
  hitsWithoutDoor: canaryHits - hitsThroughDoor,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exit(0);
