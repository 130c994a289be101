import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import type { extractLabel, lookupLabelWarranty } from '@warranty/contracts/image-lookup';
import type { LightMyRequestResponse } from 'fastify';
import { startSimulator } from '../../../harness/simulator.ts';
import { startTestApp, type TestApp } from './app.ts';
import { findChildProcesses } from './child-processes.ts';

export * as images from '../../../harness/images.ts';

export type Extraction = ReplyOf<typeof extractLabel>;
export type ImageLookup = ReplyOf<typeof lookupLabelWarranty>;

export interface ImageUser {
  /** POST /api/ocr/extract; strings are sent unchanged, bytes as base64. */
  extract(image: Buffer | string): Promise<LightMyRequestResponse>;
  /** POST /api/ocr/warranty-lookup. */
  lookUp(body: {
    image?: Buffer;
    serialNumber?: string;
    manufacturer?: string;
  }): Promise<LightMyRequestResponse>;
  /** POST with the photo as the body, to `extract` or `warranty-lookup` with its query. */
  send(path: string, photo: Buffer, contentType: string): Promise<LightMyRequestResponse>;
}

export async function startImageUser(server: TestApp): Promise<ImageUser> {
  const { cookie } = await server.startSession();
  const post = (url: string, payload: object) => server.send('POST', url, { cookie, payload });
  const send: ImageUser['send'] = (path, payload, contentType) =>
    server.send('POST', `/api/ocr/${path}`, { cookie, payload, headers: { 'content-type': contentType } });
  const claims = { filename: 'label.png', mimeType: 'image/png' };
  return {
    send,
    extract: (image) =>
      post('/api/ocr/extract', {
        image: typeof image === 'string' ? image : image.toString('base64'),
        ...claims,
      }),
    lookUp: ({ image, ...body }) =>
      post('/api/ocr/warranty-lookup', {
        ...body,
        ...(image ? { image: image.toString('base64'), ...claims } : {}),
      }),
  };
}

/** The label reader processes that this process started. */
export const labelReaders = () => findChildProcesses('reader-child.ts');

/** A user of an installation in demo mode with these samples. */
export async function startDemoUser(samples: readonly string[]) {
  const simulator = await startSimulator('demo');
  const offered = samples.map((identifier) => ({ identifier, label: 'a sample', manufacturer: 'Dell' }));
  const server = await startTestApp({
    simulator: { url: simulator.url, samples: offered },
    env: { DEMO: 'on' },
  });
  return {
    user: await startImageUser(server),
    async close() {
      await server.close();
      await simulator.stop();
    },
  };
}
