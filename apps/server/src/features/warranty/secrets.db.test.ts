import { expect, it } from 'vitest';
import { recordLog } from '../../../test/fixtures.ts';
import { startVendorFixture } from '../../../test/vendor.ts';

const { log, lines } = recordLog();
const replies: string[] = [];
const scene = await startVendorFixture({ DELL_CLIENT_ID: 'canary-client-id' }, { log });

/** Texts of the simulator's error bodies, and the prefix of its tokens. */
const vendorWords = [
  'Access token is invalid',
  'Quota exceeded',
  'client credentials were not valid',
  '<html',
  'sim-',
];

it.each([
  ['a successful reply', {}],
  ['rejected keys', { refuseKeys: true, unauthorizedAfter: 0 }],
  ['a rejected token', { unauthorizedAlways: true }],
  ['a limit', { busy: { times: 1, retryAfter: 1 } }],
  ['server errors', { serverErrors: { times: -1 } }],
  ['HTML instead of JSON', { htmlInsteadOfJson: { times: -1 } }],
  ['a truncated reply', { halfAnswer: { times: -1 } }],
])('vendor data and credentials stay out of log lines, metrics and replies with %s', async (_, faults) => {
  await scene.query('delete from vendor_gates');
  await scene.simulator.faults(faults);
  const response = await scene.lookup({ modelNumber: `CNRY${String(replies.length).padStart(3, '0')}` });
  replies.push(JSON.stringify(response.headers) + response.body);
  const everything = [...lines, ...replies, await scene.server.deps.metrics.registry.metrics()].join('\n');
  expect(lines.length).toBeGreaterThan(0);
  for (const secret of ['sim-secret-canary', 'canary-client-id', 'Bearer ', ...vendorWords]) {
    expect(everything).not.toContain(secret);
  }
});
