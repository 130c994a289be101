import { fillPath } from '@warranty/contracts/core/client';
import type { Endpoint } from '@warranty/contracts/core/endpoint';
import { extractLabel } from '@warranty/contracts/image-lookup';
import { predictSingle } from '@warranty/contracts/purchase-date';
import { testVendorKey } from '@warranty/contracts/vendor-keys';
import type { LightMyRequestResponse } from 'fastify';
import { expect, it } from 'vitest';
import { fillOrganization } from '../fill-everything.ts';
import { exampleBody } from '../ordinary-requests.ts';
import { startMember } from '../people.ts';
import { startVendorFixture } from '../vendor.ts';

const limit = 3;
const scene = await startVendorFixture({
  SIGN_IN: 'optional',
  TRUST_PROXY: '127.0.0.1',
  IMAGES_PER_MINUTE_PER_ADDRESS: String(limit),
  PREDICTIONS_PER_MINUTE_PER_ADDRESS: String(limit),
  KEY_TESTS_PER_HOUR_PER_ADDRESS: String(limit),
});

const limited: Record<string, Endpoint> = {
  photos: extractLabel,
  predictions: predictSingle,
  'key tests': testVendorKey,
};

/** Sends one request with a new session. */
async function sendFrom(address: string, endpoint: Endpoint): Promise<LightMyRequestResponse> {
  const headers = { 'x-forwarded-for': address };
  const { send } = scene.server;
  const opened = await send('POST', '/api/auth/session', { headers, payload: {} });
  const { userId } = opened.json<{ userId: string }>();
  const [set] = opened.cookies;
  return send(endpoint.method, fillPath(endpoint.path, { userId }), {
    headers,
    cookie: `${set?.name}=${set?.value}`,
    payload: exampleBody(endpoint),
  });
}

it.each(Object.entries(limited))(
  'the limit per address holds for %s of any number of sessions',
  async (_, endpoint) => {
    const replies = await Promise.all(
      Array.from({ length: 3 * limit }, (_, host) => sendFrom(`2001:db8:1:2::${host + 1}`, endpoint)),
    );
    const refused = replies.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(2 * limit);
    for (const reply of refused) {
      expect(reply.json()).toMatchObject({ code: 'too_many_requests' });
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await sendFrom('192.0.2.1', endpoint)).statusCode).toBe(200);
  },
);

it('an organization has limits of its own, ten times those of a browser, and uses up no network', async () => {
  const { organization } = await fillOrganization(scene);
  const colleague = await startMember(scene.server, organization, 'viewer');
  const remoteAddress = '198.51.100.7';
  const { method, path } = predictSingle;
  const read = () => colleague.send(method, path, exampleBody(predictSingle), { remoteAddress });
  const replies = await Promise.all(Array.from({ length: 3 * limit }, read));
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const stranger = await scene.server.startSession(undefined, undefined, '198.51.100.7');
  const [reply, ...others] = await Promise.all(
    Array.from({ length: limit }, () =>
      stranger.send(predictSingle.method, predictSingle.path, exampleBody(predictSingle)),
    ),
  );
  expect([reply, ...others].map((each) => each?.statusCode)).toEqual(Array(limit).fill(200));
});
