import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { RequestError } from '@warranty/contracts/core/client';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { callsPerWorker, sendFile } from '../../harness/bulk-run.ts';
import { waitUntil } from '../../harness/processes.ts';
import { selfSigned } from '../../harness/self-signed.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { faketimeUnavailableReason, withClock } from '../faketime.ts';
import { assert, type Fault, type FaultContext, seconds } from '../fault.ts';
import { startProcess, temporaryFolder } from '../installation.ts';
import {
  assertExtraCalls,
  assertRunning,
  type BulkFixture,
  setUp,
  waitUntilComplete,
} from './bulk-fixture.ts';

const execute = promisify(execFile);

interface Certificate {
  key: string;
  cert: string;
}

/** Valid for two days from a date. */
async function createCertificate(dir: string, name: string, clock: string): Promise<Certificate> {
  const [key, cert] = [join(dir, `${name}.key`), join(dir, `${name}.crt`)];
  const args = [
    ...selfSigned,
    ...['-subj', '/CN=fault'],
    ...['-keyout', key, '-out', cert, '-days', '2', '-addext', 'subjectAltName=DNS:localhost'],
  ];
  await execute('openssl', args, { env: { ...process.env, ...withClock(clock) } });
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
}

type TlsVendor = Awaited<ReturnType<typeof startTls>>;

/** A server with a certificate in front of the simulated vendor. */
async function startTls(context: FaultContext, certificate: Certificate) {
  let connections = 0;
  let target = '';
  const server = createServer({ ...certificate }, (incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    const forwarded = request(target + url, { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    incoming.pipe(forwarded.on('error', () => outgoing.destroy()));
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.cleanup(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `https://localhost:${(server.address() as { port: number }).port}`,
    connections: () => connections,
    forwardTo(url: string) {
      target = url;
    },
    use: (next: Certificate) => server.setSecureContext(next),
  };
}

interface Refusal {
  status: number;
  message: string;
}

async function lookUp({ call }: TestClient, modelNumber: string): Promise<Refusal | null> {
  return call(lookupWarranty, { body: { modelNumber, manufacturer: 'Dell', refresh: false } }).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof RequestError)) throw error;
      return { status: error.status, message: error.serverMessage ?? '' };
    },
  );
}

async function assertUnreachable(context: FaultContext, client: TestClient, because: string): Promise<void> {
  const startedAt = performance.now();
  for (let at = 0; at < 10; at += 1) {
    const refusal = await lookUp(client, `FA${at}000X`);
    assert(refusal?.status === 503, `a lookup got ${JSON.stringify(refusal)} although ${because}`);
  }
  const took = performance.now() - startedAt;
  context.expectBar(took < 20_000, `ten lookups took ${seconds(took)} although ${because}`);
}

async function vendorNameUnknown(context: FaultContext, env: Record<string, string>): Promise<void> {
  const api = await startProcess(context, 'api', { ...env, DELL_BASE_URL: 'https://vendor.invalid' });
  await assertUnreachable(context, await createTestClient(api.url), 'the name of the vendor has no address');
  assert(api.child.exitCode === null, 'the api exited');
}

const outageMs = 60_000;

/** A run during the outage, and after it. */
async function runMeanwhile(scene: BulkFixture, tls: TlsVendor, valid: Certificate): Promise<string> {
  await sendFile(scene.client, scene.runId, scene.fleet.chunks());
  const before = tls.connections();
  await delay(outageMs);
  const tried = tls.connections() - before;
  const most = 2 * callsPerWorker + outageMs / 2000 + 2;
  assert(tried <= most, `${tried} connections in the outage, expected at most ${most}`);
  tls.use(valid);
  const took = await waitUntilComplete(scene);
  await assertExtraCalls(scene);
  return `; ${tried} connections of a run in ${seconds(outageMs)} (at most ${most}), no row failed, complete ${seconds(took)} later`;
}

export const vendorNetwork: Fault = {
  number: 93,
  title: 'the name of the vendor has no address, or its certificate has expired',
  async run(context) {
    if (faketimeUnavailableReason) return `skipped: ${faketimeUnavailableReason}`;
    const dir = await temporaryFolder(context);
    const expired = await createCertificate(dir, 'expired', '-10d');
    const valid = await createCertificate(dir, 'valid', '-1d');
    const tls = await startTls(context, expired);
    const trusted = { NODE_EXTRA_CA_CERTS: join(dir, 'valid.crt') };
    const scene = await setUp(context, {
      workers: context.full ? 2 : 0,
      fullRows: 20_000,
      env: { DELL_BASE_URL: tls.url, ...trusted },
    });
    tls.forwardTo(scene.simulator.url);
    await assertUnreachable(context, scene.client, 'its certificate has expired');
    const ofRun = context.full ? await runMeanwhile(scene, tls, valid) : '';
    tls.use(valid);
    const back = await waitUntil(
      'a lookup to succeed',
      async () => (await lookUp(scene.client, 'FC0000X')) === null,
    );
    await vendorNameUnknown(context, scene.env);
    assertRunning(scene);
    return `lookups get 503, and succeed ${seconds(back)} after a valid certificate${ofRun}`;
  },
};
