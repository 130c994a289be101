import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { pngChunk, pngStart } from '../../harness/images.ts';
import { countRequests } from '../support/calls.ts';
import { press } from '../support/controls.ts';
import { expect } from '../support/fixtures.ts';

// Helpers for the image lookup page: photos, generated images, and videos for the camera.
export const path = '/image-lookup';
export const extractCall = '**/api/ocr/extract';
export const lookupCall = '**/api/ocr/warranty-lookup';

interface Picked {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A photo from `e2e/images`. */
export function photo(name: string): Picked {
  const buffer = readFileSync(join(import.meta.dirname, 'images', name));
  return { name, mimeType: `image/${name.split('.').at(-1) ?? ''}`, buffer };
}

export async function choose(page: Page, file: Picked | Picked[]): Promise<void> {
  await page.getByLabel('file upload').setInputFiles(file);
}

export const extracted = (page: Page): Locator => page.getByRole('region', { name: 'Extracted Information' });
export const warranty = (page: Page): Locator => page.getByRole('region', { name: 'Warranty Information' });
export const camera = (page: Page): Locator => page.getByRole('region', { name: 'Camera' });
export const serial = (page: Page): Locator => page.getByRole('textbox', { name: 'Serial Number' });
export const another = 'Look Up Another Device';

/** Counts the photos that left the browser. */
export const countUploads = (page: Page) =>
  countRequests(page, (request) => {
    const carriesImage = request.headers()['content-type']?.startsWith('image/') === true;
    const carriesBase64 = request.postData()?.includes('"image"') === true;
    return request.url().endsWith('/api/ocr/extract') || carriesImage || carriesBase64;
  });

/**
 * Captures the next photo upload. If `release` is given, the request waits for it before it continues to the server.
 */
export async function nextUpload(page: Page, release?: Promise<void>): Promise<{ body: Promise<Upload> }> {
  const { promise: body, resolve } = Promise.withResolvers<Upload>();
  await page.route(extractCall, async (route) => {
    const request = route.request();
    resolve({
      type: request.headers()['content-type'] ?? '',
      photo: request.postDataBuffer() ?? Buffer.alloc(0),
    });
    await release;
    await route.continue();
  });
  return { body };
}

interface Upload {
  type: string;
  photo: Buffer;
}

const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

/** Asserts that the photo itself was sent, as a JPEG and nothing else. */
export async function expectJpeg(upload: { body: Promise<Upload> }): Promise<void> {
  const { type, photo } = await upload.body;
  expect(type).toBe('image/jpeg');
  expect(photo.subarray(0, jpegStart.length)).toEqual(jpegStart);
}

/** QR codes of sample devices: the service tag and its express service code. */
const codes = {
  ACTV123: `
    #######..#..#.####### #.....#.#..#..#.....# #.###.#..#....#.###.# #.###.#.#..#..#.###.#
    #.###.#...###.#.###.# #.....#.###.#.#.....# #######.#.#.#.####### ..........###........
    #####.####..##.#.#.#. .####.......##.##...# ##.#..#.#..#.##....## .###.#.#.##......##..
    #.....##...#...#.#.## ........###.#.##..##. #######.##..#####.#.. #.....#..###.#.#..#..
    #.###.#.#.#...###.##. #.###.#.##...#....... #.###.#.##..###..#... #.....#.#.#..#...#..#
    #######.#.#.###...#..`,
  EXPR010: `
    #######...#.#.####### #.....#.....#.#.....# #.###.#.#.#...#.###.# #.###.#.....#.#.###.#
    #.###.#..#.##.#.###.# #.....#..###..#.....# #######.#.#.#.####### ........#.#..........
    ###.#####.#.###...#.. ##.##..#..##.######.# #.#.#.#.##.#...###### #..##..#...###...#...
    .#.#.####.##....#.#.. ........#..#.###.#.## #######.#...###...#.# #.....#.####.#.#.#.#.
    #.###.#.##.#..#.#.### #.###.#..#..#.####.#. #.###.#.#.#.##..#.#.# #.....#.#....##....##
    #######.#.#.##..#.#.#`,
};
export type Tag = keyof typeof codes;

interface Grey {
  width: number;
  height: number;
  pixels: Buffer;
}

const paper = 235;
const ink = 20;
const unit = 8;

export function blank(width: number, height: number): Grey {
  return { width, height, pixels: Buffer.alloc(width * height, paper) };
}

/** Draws the codes next to each other on light paper. */
function drawn(tags: Tag[], width = 640, height = 480): Grey {
  const picture = blank(width, height);
  for (const [at, tag] of tags.entries()) {
    const rows = codes[tag].trim().split(/\s+/);
    const left = Math.round((width * (at + 0.5)) / tags.length - (rows.length * unit) / 2);
    const top = Math.round((height - rows.length * unit) / 2);
    for (let y = 0; y < rows.length * unit; y += 1)
      for (let x = 0; x < rows.length * unit; x += 1)
        if (rows[Math.floor(y / unit)]?.[Math.floor(x / unit)] === '#')
          picture.pixels[(top + y) * width + left + x] = ink;
  }
  return picture;
}

export function png({ width, height, pixels }: Grey, name = 'label.png'): Picked {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_, y) => [
    Buffer.alloc(1),
    pixels.subarray(y * width, (y + 1) * width),
  ]);
  const buffer = Buffer.concat([
    pngStart,
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows.flat()))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}

export const picture = (...tags: Tag[]): Picked => png(drawn(tags));

/** Writes a video for Chromium's camera: each scene lasts one second, in a loop. */
export function film(name: string, scenes: Tag[][]): string {
  const frames = scenes.flatMap((tags) => {
    const { width, height, pixels } = drawn(tags);
    const colors = Buffer.alloc((width * height) / 2, 128);
    return Array.from({ length: 10 }, () => Buffer.concat([Buffer.from('FRAME\n'), pixels, colors]));
  });
  const folder = join(import.meta.dirname, '../../.cache');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.y4m`);
  // Every Playwright worker comes here. Replacing the file at once, instead of writing into it, keeps the camera of a browser
  // that is playing it from ending.
  const written = `${file}.${process.pid}`;
  writeFileSync(
    written,
    Buffer.concat([Buffer.from('YUV4MPEG2 W640 H480 F10:1 Ip A1:1 C420jpeg\n'), ...frames]),
  );
  renameSync(written, file);
  return file;
}

/** Makes Chromium use the video as its camera; the page still needs the camera permission. */
export const cameraArgs = (file: string): string[] => [
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${file}`,
];

/** Expects the result of the sample device on the page. */
export async function expectResult(page: Page, tag: Tag): Promise<void> {
  await expect(serial(page)).toHaveValue(tag);
  await expect(warranty(page).getByText(tag)).toBeVisible();
  await expect(warranty(page).getByText(tag === 'ACTV123' ? 'Active' : 'Expiring Soon')).toBeVisible();
}

/** Reopens the camera when it stops, as a user would: the simulated camera of Chromium ends now and then on a busy machine. */
export async function reopenStoppedCamera(page: Page): Promise<void> {
  await page.addLocatorHandler(page.getByText('The camera stopped'), () => press(page, 'Try again'));
}
