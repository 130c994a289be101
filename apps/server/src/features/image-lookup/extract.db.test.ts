import { maxImageBytes } from '@warranty/contracts/image-lookup';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { dumpDatabase } from '../../../test/dump.ts';
import { recordLog } from '../../../test/fixtures.ts';
import { type Extraction, images, labelReaders, startImageUser } from '../../../test/image-fixture.ts';
import { waitUntil } from '../../../test/wait-until.ts';

const { dell, withoutSerial } = images.labels;
const timeout = 60_000;
const nothingFound = 'Could not find model number or serial number for warranty lookup';
const { log, lines } = recordLog();
const server = await startTestApp({ log, env: { IMAGES_PER_MINUTE: '1000', IMAGE_READERS: '1' } });
const user = await startImageUser(server);

const queueLength = async () =>
  (await server.deps.metrics.registry.getSingleMetric('warranty_image_queue_length')?.get())?.values[0]
    ?.value;

const readBy = async (image: Buffer | string) => (await user.extract(image)).json<Extraction>();

describe('POST /api/ocr/extract', { timeout }, () => {
  it('reads the label and returns the proof', async () => {
    const response = await user.extract(dell.file());
    expect(response.statusCode).toBe(200);
    const { success, error, data } = response.json<Extraction>();
    expect({ success, error }).toEqual({ success: true });
    expect(data).toMatchObject({ serialNumber: dell.serialNumber, manufacturer: 'Dell' });
    expect(data?.confidence).toBeGreaterThanOrEqual(0.9);
    expect(data?.proof).not.toBeNull();
  });

  it('accepts a data URL', async () => {
    const { data } = await readBy(`data:image/jpeg;base64,${dell.file().toString('base64')}`);
    expect(data?.serialNumber).toBe(dell.serialNumber);
  });

  it('reports that it found no serial number, with the text it did find', async () => {
    const response = await user.extract(withoutSerial.file());
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      success: false,
      error: nothingFound,
      data: { serialNumber: null, modelNumber: null, rawText: expect.any(String), suggestions: [] },
    });
  });

  it.each([3, 6, 8])('respects the EXIF orientation %i', async (orientation) => {
    const turned = { 3: 180, 6: 270, 8: 90 }[orientation] ?? 0;
    const pixels = await sharp(dell.file()).rotate(turned).toBuffer();
    const { data } = await readBy(await sharp(pixels).withMetadata({ orientation }).jpeg().toBuffer());
    expect(data?.serialNumber).toBe(dell.serialNumber);
  });

  it.each([
    ['in base64', (image: Buffer) => user.extract(image)],
    ['as the body', (image: Buffer) => user.send('extract', image, 'image/jpeg')],
  ])('stores and logs nothing of a photo %s', async (_, send) => {
    const image = images.paddedPhoto(300_000);
    const passing = ['public.rate_limits', 'public.sessions', 'public.users'];
    const before = await dumpDatabase(server.database, passing);
    lines.length = 0;
    await send(image);
    expect(await dumpDatabase(server.database, passing)).toBe(before);
    const logged = lines.join('\n');
    expect(logged).toContain('/api/ocr/extract');
    const start = (['base64', 'latin1', 'hex'] as const).map((encoding) => image.toString(encoding, 0, 60));
    for (const trace of [...start, dell.serialNumber, 'label.png']) expect(logged).not.toContain(trace);
  });
});

describe('POST /api/ocr/extract with the photo as the body', { timeout }, () => {
  const types = [
    ['jpeg', dell.file],
    ['png', () => sharp(dell.file()).png().toBuffer()],
    ['webp', () => sharp(dell.file()).webp({ quality: 95 }).toBuffer()],
  ] as const;

  it.each(types)('reads image/%s', async (type, make) => {
    const response = await user.send('extract', await make(), `image/${type}`);
    expect(response.json<Extraction>()).toMatchObject({
      success: true,
      data: { serialNumber: dell.serialNumber, manufacturer: 'Dell' },
    });
  });

  it('reads the same as from base64, also in upper case and with a parameter', async () => {
    const response = await user.send('extract', dell.file(), 'IMAGE/JPEG; name="label.jpg"');
    expect(response.json()).toEqual(await readBy(dell.file()));
  });

  it.each(['image/gif', 'image/svg+xml', 'text/csv', 'text/plain', 'application/octet-stream'])(
    'rejects %s, whatever the file is',
    async (type) => {
      for (const path of ['extract', 'warranty-lookup']) {
        const response = await user.send(path, dell.file(), type);
        expect(response.statusCode).toBe(415);
        expect(response.json()).toEqual({
          error: 'The request body must be application/json, image/jpeg, image/png, or image/webp.',
          code: 'unsupported_media_type',
        });
      }
    },
  );

  it('rejects a photo of another type than its content type', async () => {
    const response = await user.send('extract', dell.file(), 'image/png');
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({ code: 'image_type_refused' });
  });
});

describe('POST /api/ocr/extract with an unusual or invalid file', { timeout }, () => {
  const tooLarge = [413, 'image_too_large', 'File too large. Maximum size is 10MB'] as const;
  const wrongType = [
    415,
    'image_type_refused',
    'Invalid file type. Please upload JPEG, PNG, or WebP images',
  ] as const;
  const broken = [422, 'image_refused', 'Failed to process image. Please try again'] as const;
  const refusals = [
    ['of 10 MB plus one byte', () => images.paddedPhoto(maxImageBytes + 1), tooLarge],
    ['of 30 MB', () => images.noiseOf(3 * maxImageBytes), tooLarge],
    ['that is a drawing by another name', images.drawing, wrongType],
    ['that is a page first and a photo after', images.pageThenPhoto, wrongType],
    ['that is empty', () => Buffer.alloc(0), wrongType],
    ['of 196 million pixels', images.hugePng, broken],
    ['that ends in the middle', images.truncatedPhoto, broken],
    ['that is noise', () => images.noiseOf(maxImageBytes), broken],
  ] as const;
  const typeOf = (name: string) => (/pixels/.test(name) ? 'image/png' : 'image/jpeg');

  it.each(refusals)(
    'rejects one %s, in base64 and as the body',
    async (name, make, [status, code, error]) => {
      for (const response of [await user.extract(make()), await user.send('extract', make(), typeOf(name))]) {
        expect(response.statusCode).toBe(status);
        expect(response.json()).toMatchObject({ error, code });
      }
    },
  );

  it('reads a photo with an appended page as a photo', async () => {
    expect((await readBy(images.photoThenPage())).data?.serialNumber).toBe(dell.serialNumber);
  });

  it('reads a file of exactly 10 MB, in base64 and as the body', async () => {
    const photo = images.paddedPhoto(maxImageBytes);
    for (const response of [await user.extract(photo), await user.send('extract', photo, 'image/jpeg')])
      expect(response.json<Extraction>().data?.serialNumber).toBe(dell.serialNumber);
  });

  it('reads the first of a thousand frames', async () => {
    expect(await readBy(images.animatedPng(1000))).toMatchObject({ success: false, error: nothingFound });
  });

  it.each([
    ['invalid base64', 'AAA A'],
    ['invalid base64 in a large body', `${'AAAA'.repeat(100_000)}A`],
    ['a URL instead of image data', 'https://example.com/label.png'],
  ])('rejects %s', async (_, image) => {
    const response = await user.extract(image);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      error: 'Invalid request data',
      code: 'invalid_request',
      details: [{ path: 'body.image' }],
    });
  });
});

describe('POST /api/ocr/extract and its reader processes', { timeout }, () => {
  it('replies with an error if a reader dies, and reads the next photo with another one', async () => {
    await user.extract(images.drawing());
    const [pid = 0] = labelReaders();
    process.kill(pid, 'SIGSTOP');
    const lost = user.extract(dell.file());
    const next = user.extract(dell.file());
    await waitUntil('the reader has the first photo', async () => (await queueLength()) === 1);
    process.kill(pid, 'SIGKILL');
    expect((await lost).json()).toMatchObject({ code: 'image_refused' });
    expect((await next).json<Extraction>().data?.serialNumber).toBe(dell.serialNumber);
  });

  it('limits the photos per session and minute', async () => {
    const strict = await startTestApp({ env: { IMAGES_PER_MINUTE: '2' } });
    const [eager, other] = [await startImageUser(strict), await startImageUser(strict)];
    await eager.extract(images.drawing());
    await eager.extract(images.drawing());
    const response = await eager.extract(images.drawing());
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect((await other.extract(images.drawing())).statusCode).toBe(415);
  });
});
