import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { DecodedBarcode } from '@warranty/domain/label/barcodes';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { Photo } from './photo.ts';

// Loaded from the package: by default the library would download it.
const program = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));

function withAlpha({ data, width, height }: Photo): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
    pixels[to] = data[from] as number;
    pixels[to + 1] = data[from + 1] as number;
    pixels[to + 2] = data[from + 2] as number;
    pixels[to + 3] = 255;
  }
  return pixels;
}

export type FindCodes = (photo: Photo) => Promise<DecodedBarcode[]>;

export async function openCodeFinder(): Promise<FindCodes> {
  const file = await readFile(program);
  const wasmBinary = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  return async (photo) => {
    const { width, height } = photo;
    const image = { data: withAlpha(photo), width, height, colorSpace: 'srgb' };
    const found = await readBarcodes(image as Parameters<typeof readBarcodes>[0], {
      formats: ['QRCode', 'DataMatrix', 'Code128', 'Code39'],
      maxNumberOfSymbols: 12,
    });
    return found
      .filter(({ isValid }) => isValid)
      .map(({ text, format, position }) => ({
        text,
        format,
        corners: [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft],
      }));
  };
}
