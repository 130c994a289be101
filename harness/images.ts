import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { root } from './processes.ts';

const sample = (name: string) => readFileSync(join(root, 'apps/server/test/images', name));

/** Artificial photos of labels, of devices that do not exist. */
export const labels = {
  dell: { file: () => sample('dell.jpg'), serialNumber: 'CWQ8HB2' },
  lenovo: { file: () => sample('lenovo.webp'), serialNumber: 'MP0JU42V' },
  /** The model is legible, but the serial number can only be guessed. */
  illegible: { file: () => sample('illegible.webp') },
  withoutSerial: { file: () => sample('no-serial.webp') },
};

export const pngStart = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
}

/** One bit per pixel, so that the data of a huge image is quick to generate. */
const pngHeader = (side: number) =>
  pngChunk('IHDR', Buffer.concat([numbers(side, side), Buffer.from([1, 0, 0, 0, 0])]));
const pixels = (side: number) => deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side));

/** 196 million pixels in a few kilobytes. */
export function hugePng(): Buffer {
  const side = 14_000;
  return Buffer.concat([
    pngStart,
    pngHeader(side),
    pngChunk('IDAT', pixels(side)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** An animated image in which every frame is as large as a photo. */
export function animatedPng(frames: number): Buffer {
  const side = 1000;
  const frame = pixels(side);
  let sequence = 0;
  const control = () =>
    pngChunk(
      'fcTL',
      Buffer.concat([numbers(sequence++, side, side, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]),
    );
  const later = () => pngChunk('fdAT', Buffer.concat([numbers(sequence++), frame]));
  return Buffer.concat([
    pngStart,
    pngHeader(side),
    pngChunk('acTL', numbers(frames, 0)),
    control(),
    pngChunk('IDAT', frame),
    ...Array.from({ length: frames - 1 }, () => Buffer.concat([control(), later()])),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

const page = Buffer.from('<html><script>alert(document.domain)</script></html>');

/** Valid as a photo to one program and as an HTML page to another. */
export const photoThenPage = () => Buffer.concat([labels.dell.file(), page]);
export const pageThenPhoto = () => Buffer.concat([page, labels.dell.file()]);

export const drawing = () =>
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  );

export function truncatedPhoto(): Buffer {
  const whole = labels.dell.file();
  return whole.subarray(0, whole.length / 2);
}

/** Starts like a photo and continues with noise. */
export const noiseOf = (bytes: number) =>
  Buffer.concat([labels.dell.file().subarray(0, 4), randomBytes(bytes - 4)]);

/** A photo of this size that is still readable: data after its end is ignored. */
export const paddedPhoto = (bytes: number) =>
  Buffer.concat([labels.dell.file(), Buffer.alloc(bytes)]).subarray(0, bytes);
