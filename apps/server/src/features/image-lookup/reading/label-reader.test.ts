import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createLabelReader, UnreadableImageError } from './label-reader.ts';

const images = new URL('../../../../../../bench/labels/images/', import.meta.url);
const image = (file: string) => readFile(new URL(file, images));

const cases = [
  ['024.jpg', 'GDNP783', 'barcode'],
  ['112.jpg', '5CG7198264', 'barcode'],
  ['045.webp', '2GXJF51', 'express-service-code'],
  ['043.webp', 'GGY2N83', 'two-readings'],
  ['070.jpg', 'PF4YD0PF', 'two-readings'],
  ['119.webp', null, null],
] as const;

/** Read by its barcode, which is the fastest. */
const quick = { file: '042.jpg', serialNumber: 'CWQ8HB2' };

const reader = await createLabelReader();

const refused = (file: Uint8Array) =>
  reader.read(file).then(
    () => 'read',
    (error: unknown) => (error instanceof UnreadableImageError ? error.reason : error),
  );

const white = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ffffff' } });

describe('a label', { timeout: 30_000 }, () => {
  it.each(cases)('is read from %s: %s, proven by %s', async (file, serialNumber, proof) => {
    const reading = await reader.read(await image(file));
    expect(reading).toMatchObject({ serialNumber, proof });
    if (serialNumber === null) return;
    expect(reading.confidence).toBeGreaterThanOrEqual(0.9);
    for (const { x, y } of reading.place ?? []) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(1);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(1);
    }
    expect(reading.place).toHaveLength(4);
  });

  it('is located where a viewer shows it, according to the EXIF orientation', async () => {
    const upright = await image(quick.file);
    const lying = await sharp(upright).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    const [expected, reading] = [await reader.read(upright), await reader.read(lying)];
    expect(reading.serialNumber).toBe(quick.serialNumber);
    for (const [i, { x, y }] of (expected.place ?? []).entries()) {
      expect(reading.place?.[i]?.x).toBeCloseTo(x, 1);
      expect(reading.place?.[i]?.y).toBeCloseTo(y, 1);
    }
  });

  it('is not found in an empty photo', async () => {
    const empty = await white(640, 480).jpeg().toBuffer();
    expect(await reader.read(empty)).toMatchObject({
      serialNumber: null,
      confidence: 0,
      rawText: '',
      suggestions: [],
      explanation: 'No text was found in the photo.',
    });
  });
});

describe('an invalid image file', { timeout: 30_000 }, () => {
  it.each([
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a page', () => Buffer.from('<!doctype html><title>x</title>')],
    ['GIF', () => white(8, 8).gif().toBuffer()],
    ['AVIF', () => white(8, 8).avif().toBuffer()],
    ['TIFF', () => white(8, 8).tiff().toBuffer()],
    ['nothing', () => Buffer.alloc(0)],
  ])('is rejected by its content: %s', async (_, make) => {
    expect(await refused(await make())).toBe('type');
  });

  it('is rejected if it has too many pixels', async () => {
    const large = await white(8000, 6000).png({ compressionLevel: 9 }).toBuffer();
    expect(large.length).toBeLessThan(500_000);
    expect(await refused(large)).toBe('too-large');
  });

  it('is rejected if it is truncated', async () => {
    const whole = await image(quick.file);
    expect(await refused(whole.subarray(0, whole.length / 2))).toBe('broken');
  });

  it('is rejected if only its first bytes look like a photo', async () => {
    expect(await refused(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2000)]))).toBe(
      'broken',
    );
  });

  it('is read if a page is appended to a photo, without reading the page', async () => {
    const both = Buffer.concat([await image(quick.file), Buffer.from('<script>alert(1)</script>')]);
    const reading = await reader.read(both);
    expect(reading.serialNumber).toBe(quick.serialNumber);
    expect(JSON.stringify(reading)).not.toContain('script');
  });
});
