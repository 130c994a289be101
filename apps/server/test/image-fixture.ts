import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import type { extractLabel, lookupLabelWarranty } from '@warranty/contracts/image-lookup';
import { startTestApp, type TestApp } from './app.ts';
import { findChildProcesses } from './child-processes.ts';
import { startVendors } from './vendor.ts';

export * as images from '../../../harness/images.ts';

export type Extraction = ReplyOf<typeof extractLabel>;
export type ImageLookup = ReplyOf<typeof lookupLabelWarranty>;

const claims = { filename: 'label.png', mimeType: 'image/png' };

export async function startImageUser(server: TestApp) {
  const { cookie, send: post } = await server.startSession();
  return {
    /** POST with the photo as the body, to `extract` or `warranty-lookup` with its query. */
    send: (path: string, payload: Buffer, contentType: string) =>
      server.send('POST', `/api/ocr/${path}`, { cookie, payload, headers: { 'content-type': contentType } }),
    /** POST /api/ocr/extract; strings are sent unchanged, bytes as base64. */
    extract: (image: Buffer | string) =>
      post('POST', '/api/ocr/extract', {
        image: typeof image === 'string' ? image : image.toString('base64'),
        ...claims,
      }),
    /** POST /api/ocr/warranty-lookup. */
    lookUp: ({ image, ...body }: { image?: Buffer; serialNumber?: string; manufacturer?: string }) =>
      post('POST', '/api/ocr/warranty-lookup', {
        ...body,
        ...(image ? { image: image.toString('base64'), ...claims } : {}),
      }),
  };
}

export type ImageUser = Awaited<ReturnType<typeof startImageUser>>;

/** The label reader processes that this process started. */
export const labelReaders = () => findChildProcesses('reader-child.ts');

/** A user of an installation in demo mode with these samples. */
export async function startDemoUser(samples: readonly string[]): Promise<ImageUser> {
  const { url } = await startVendors('demo');
  const offered = samples.map((identifier) => ({ identifier, label: 'a sample', manufacturer: 'Dell' }));
  return startImageUser(await startTestApp({ simulator: { url, samples: offered }, env: { DEMO: 'on' } }));
}
