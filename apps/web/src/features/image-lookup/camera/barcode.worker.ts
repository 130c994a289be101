import type { DecodedBarcode } from '@warranty/domain/label/barcodes';
import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader';
import readerProgram from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { serveRequests } from '../../../lib/files/file-worker.ts';
import { fitWithin, type Size } from '../../../lib/files/image-size.ts';
import type { BarcodeRequests } from './barcode-reader.ts';

// Decoding runs in a worker to keep the page and the camera preview smooth. Without `locateFile`, the decoder's WebAssembly
// file would be fetched from another host.
prepareZXingModule({ overrides: { locateFile: () => readerProgram } });

const formats = ['QRCode', 'DataMatrix', 'Code128', 'Code39', 'Code93', 'PDF417', 'Aztec'] as const;

function pixelsOf(picture: ImageBitmap, { width, height }: Size): ImageData {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('Canvas is not available in this browser');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

function codeOf({ text, format, position }: ReadResult, { width, height }: Size): DecodedBarcode {
  const { topLeft, topRight, bottomRight, bottomLeft } = position;
  const corners = [topLeft, topRight, bottomRight, bottomLeft];
  return { text, format, corners: corners.map(({ x, y }) => ({ x: x / width, y: y / height })) };
}

async function codesIn(picture: ImageBitmap, side: number): Promise<DecodedBarcode[]> {
  const size = fitWithin(picture, side);
  const found = await readBarcodes(pixelsOf(picture, size), {
    formats: [...formats],
    tryHarder: true,
    tryInvert: true,
    tryRotate: true,
    tryDownscale: true,
  });
  return found.filter(({ isValid }) => isValid).map((result) => codeOf(result, size));
}

serveRequests<BarcodeRequests>({
  codes: ({ picture, side }) => codesIn(picture, side).finally(() => picture.close()),
});
