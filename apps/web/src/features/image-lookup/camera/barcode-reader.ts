import type { DecodedBarcode } from '@warranty/domain/label/barcodes';
import type { BarcodeReply, BarcodeRequest } from './barcode-messages.ts';

export interface BarcodeReader {
  /** Decodes every code in the image, scaled down to `side`. */
  codes(picture: ImageBitmap, side: number): Promise<DecodedBarcode[]>;
  close(): void;
}

/** Decodes barcodes in a Web Worker. If the worker cannot run, it finds no codes and the server reads the photo instead. */
export function openBarcodeReader(): BarcodeReader {
  const worker = new Worker(new URL('./barcode.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (codes: DecodedBarcode[]) => void>();
  let lastId = 0;
  let broken = false;

  const giveUp = () => {
    for (const resolve of waiting.values()) resolve([]);
    waiting.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<BarcodeReply>) => {
    waiting.get(data.id)?.(data.kind === 'codes' ? data.codes : []);
    waiting.delete(data.id);
  };
  worker.onerror = () => {
    broken = true;
    giveUp();
  };

  return {
    codes(picture, side) {
      if (broken) return Promise.resolve([]);
      lastId += 1;
      const message: BarcodeRequest = { id: lastId, picture, side };
      return new Promise((resolve) => {
        waiting.set(message.id, resolve);
        // Copied, not transferred: the page still shows the image.
        worker.postMessage(message);
      });
    },
    close() {
      worker.terminate();
      giveUp();
    },
  };
}
