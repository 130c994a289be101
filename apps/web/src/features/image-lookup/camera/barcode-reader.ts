import type { DecodedBarcode } from '@warranty/domain/label/barcodes';
import { createWorkerClient } from '../../../lib/files/worker-client.ts';

/** Corners are fractions of the image's width and height, clockwise from the code's own upper left corner. */
export interface BarcodeRequests {
  /** The image is scaled down to `side` before decoding. */
  codes: { question: { picture: ImageBitmap; side: number }; answer: DecodedBarcode[] };
}

export type BarcodeReader = ReturnType<typeof openBarcodeReader>;

/** Decodes barcodes in a Web Worker. If the worker cannot run, it finds no codes and the server reads the photo instead. */
export function openBarcodeReader() {
  const worker = new Worker(new URL('./barcode.worker.ts', import.meta.url), { type: 'module' });
  const { ask, close } = createWorkerClient<BarcodeRequests>(worker);
  // The image is copied, not transferred: the page still shows it.
  const codes = (picture: ImageBitmap, side: number): Promise<DecodedBarcode[]> =>
    ask('codes', { picture, side }).catch(() => []);
  return { codes, close };
}
