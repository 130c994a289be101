import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { callVendorOperation, type VendorOperationReply } from '@warranty/contracts/api-tester';
import { memoryOf } from '../../harness/memory.ts';
import { root, start } from '../../harness/processes.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault, seconds } from '../fault.ts';
import { install } from '../installation.ts';
import { serve } from '../serve.ts';

interface Report {
  addresses: number;
  hostile: number;
  notStopped: string[];
  redirects: Record<string, string>;
  open: Record<string, string>;
  rebound: string[];
  reboundAsked: number;
  hitsThroughDoor: number;
  askedAtB: number;
  keysAtB: number;
  keysAtA: number;
  reachedWithoutDoor: number;
}

/** The reason each redirect must be blocked for. Redirects that are not listed must succeed. */
const expectedRedirects: Record<string, string> = {
  'http://a.test/to-metadata': 'redirect address',
  'http://a.test/to-loopback': 'redirect address',
  'http://a.test/to-loopback-6': 'redirect address',
  'http://a.test/to-mapped': 'redirect address',
  'http://a.test/to-number': 'redirect address',
  'http://a.test/to-name': 'redirect address',
  'http://a.test/to-port': 'redirect port',
  'http://a.test/to-file': 'redirect scheme',
  'http://a.test/to-b-to-loopback': 'redirect address',
  'http://a.test/0': 'redirect hops',
  'https://a.test/to-http': 'redirect downgrade',
  'https://a.test/to-b-to-loopback': 'redirect downgrade',
  'https://a.test/to-metadata': 'redirect downgrade',
};
const arrived = '200 public';

export const relayHostile: Fault = {
  number: 37,
  title: 'hostile URLs, in a network where each of their addresses is this machine',
  async run({ cleanup }) {
    assert(process.getuid?.() === 0, 'only root can create a network namespace');
    const child = join(root, 'apps/server/test/guarded-namespace.ts');
    const program = start('unshare', ['--net', process.execPath, child]);
    cleanup(() => program.stop('SIGKILL'));
    const report = JSON.parse(
      await program.waitForLine((line) => line.startsWith('{"addresses"'), 60_000),
    ) as Report;

    assert(report.hostile >= 60 && report.addresses >= 30, 'the test cases are missing');
    assert(report.notStopped.length === 0, `not blocked: ${report.notStopped.join(', ')}`);
    assert(report.hitsThroughDoor === 0, `${report.hitsThroughDoor} connections reached the canary`);
    for (const [url, said] of Object.entries(report.redirects)) {
      const expected = expectedRedirects[url] ?? arrived;
      assert(said === expected, `${url}: ${said}, not ${expected}`);
    }
    const [first, second, onTheWay] = report.rebound;
    assert(first === arrived && report.reboundAsked === 4, 'a name was not resolved once per request');
    assert(second === 'resolve address' && onTheWay === 'redirect address', 'a rebound name was not blocked');
    assert(report.askedAtB >= 3 && report.keysAtB === 0, 'a key was forwarded to another host');
    // Control checks: the guard lets public addresses through, and the canary is reachable without it.
    const closed = Object.entries(report.open).filter(([, said]) => said !== arrived);
    assert(closed.length === 0, `public addresses were not reached: ${JSON.stringify(closed)}`);
    assert(report.keysAtA > 0, 'the keys did not reach the intended host');
    assert(report.reachedWithoutDoor >= 20, 'the canary cannot be reached without the guard either');
    return `${report.hostile} URLs and ${Object.keys(report.redirects).length} redirects: 0 connections reached the canary; ${report.reachedWithoutDoor} of the URLs reach it without the guard`;
  },
};

const organizations = ({ call }: TestClient): Promise<VendorOperationReply> =>
  call(callVendorOperation, {
    body: { vendor: 'meraki', operation: 'organizations', auth: { type: 'api_key', key: 'k' } },
  });

export const relaySlowAndLarge: Fault = {
  number: 38,
  isolation: 'exclusive',
  title: 'a slow reply and one that decompresses to 200 MB through the relay',
  async run(context) {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
    let drips = false;
    const url = await serve(context, async (_, response) => {
      if (!drips) return void response.setHeader('content-encoding', 'gzip').end(bomb);
      while (!response.destroyed) {
        response.write(' ');
        await delay(100);
      }
    });
    const { api } = await install(context, { apis: 1, env: { MERAKI_BASE_URL: url } });
    const client = await createTestClient(api.url);

    const before = await memoryOf(api, 'VmHWM');
    for (let turn = 0; turn < 5; turn += 1) {
      const { error, data } = await organizations(client);
      assert(error === 'The response is larger than 5 MB.' && data === null, `the bomb: ${error}`);
    }
    const grown = (await memoryOf(api, 'VmHWM')) - before;
    assert(grown < 100, `the process grew by ${Math.round(grown)} MB`);

    drips = true;
    const startedAt = performance.now();
    const { error, status } = await organizations(client);
    const took = performance.now() - startedAt;
    assert(error === 'No response: timed out after 15 seconds.' && status === null, `drip: ${error}`);
    assert(took > 14_900, `the slow reply ended after ${seconds(took)}`);
    context.expectBar(took < 16_000, `the slow reply ended after ${seconds(took)}`);
    return `${bomb.length} bytes of gzip stopped at 5 MB five times, memory +${Math.round(grown)} MB (bar 100); slow reply ended after ${seconds(took)} (bar 15)`;
  },
};
