import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sameOriginHeaders } from '../app.ts';
import { images } from '../image-fixture.ts';
import { startVendorFixture, type VendorFixture } from '../vendor.ts';

const limit = 3;
let scene: VendorFixture;
beforeAll(async () => {
  scene = await startVendorFixture({
    TRUST_PROXY: '127.0.0.1',
    IMAGES_PER_MINUTE_PER_ADDRESS: String(limit),
    PREDICTIONS_PER_MINUTE_PER_ADDRESS: String(limit),
    KEY_TESTS_PER_HOUR_PER_ADDRESS: String(limit),
  });
});
afterAll(() => scene.close());

type Send = (userId: string) => { url: string; payload: object };

const doors: Record<string, Send> = {
  photos: () => ({ url: '/api/ocr/extract', payload: { image: images.drawing().toString('base64') } }),
  predictions: () => ({
    url: '/api/purchase-date/single',
    payload: { assetDescription: 'Dell Latitude 5420' },
  }),
  'key tests': (userId) => ({
    url: `/api/user/${userId}/api-keys/test`,
    payload: { vendor: 'lenovo', keyType: 'api_key', keyValue: 'stolen-api-key' },
  }),
};

/** Sends one request with a new session. */
async function sendFrom(address: string, send: Send): Promise<LightMyRequestResponse> {
  const headers = { ...sameOriginHeaders, 'x-forwarded-for': address };
  const { app } = scene.server;
  const opened = await app.inject({ method: 'POST', url: '/api/auth/session', headers, payload: {} });
  const { userId } = opened.json<{ userId: string }>();
  const set = opened.cookies[0];
  const cookie = `${set?.name}=${set?.value}`;
  return app.inject({ method: 'POST', headers: { ...headers, cookie }, ...send(userId) });
}

describe('the limit per address', () => {
  it.each(Object.entries(doors))('holds for %s of any number of sessions', async (_, send) => {
    const replies = await Promise.all(
      Array.from({ length: 3 * limit }, (_, host) => sendFrom(`2001:db8:1:2::${host + 1}`, send)),
    );
    const refused = replies.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(2 * limit);
    for (const reply of refused) {
      expect(reply.json()).toMatchObject({ code: 'too_many_requests' });
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await sendFrom('192.0.2.1', send)).statusCode).not.toBe(429);
  });
});
