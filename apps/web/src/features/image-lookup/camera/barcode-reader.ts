import type { DecodedBarcode } from '@warranty/domain/label/barcodes';
import { createWorkerClient } from '../../../lib/files/worker-client.ts';

/** Corners are fractions of the image's width and height, clockwise from the code's own upper left corner. */
export interface BarcodeRequests {
  /** The image is scaled down to `side` before decoding. */
  codes: { question: { picture: ImageBitmap; side: number }; answer: DecodedBarcode[] };
}

export interface BarcodeReader {
  /** Decodes every code in the image, scaled down to `side`. */
  codes(picture: ImageBitmap, side: number): Promise<DecodedBarcode[]>;
  close(): void;
}

/** Decodes barcodes in a Web Worker. If the worker cannot run, it finds no codes and the server reads the photo instead. */
export function openBarcodeReader(): BarcodeReader {
  const worker = new Worker(new URL('./barcode.worker.ts', import.meta.url), { type: 'module' });
  const { ask, close } = createWorkerClient<BarcodeRequests>(worker);
  // The image is copied, not transferred: the page still shows it.
  return { codes: (picture, side) => ask('codes', { picture, side }).catch(() => []), close };
}
