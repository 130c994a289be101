import type { DecodedBarcode } from '@warranty/domain/label/barcodes';
import type { BarcodeReply, BarcodeRequest } from './barcode-messages.ts';

export interface BarcodeReader {
  /** Every code on the picture, looked at no larger than `side`. */
  codes(picture: ImageBitmap, side: number): Promise<DecodedBarcode[]>;
  close(): void;
}

/** A reader of barcodes in a worker of its own. Where it cannot run it finds none: the server reads the photo then. */
export function openBarcodeReader(): BarcodeReader {
  const worker = new Worker(new URL('./barcode.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (codes: DecodedBarcode[]) => void>();
  let asked = 0;
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
      asked += 1;
      const message: BarcodeRequest = { id: asked, picture, side };
      return new Promise((resolve) => {
        waiting.set(message.id, resolve);
        // Copied and not handed over: the page goes on showing it.
        worker.postMessage(message);
      });
    },
    close() {
      worker.terminate();
      giveUp();
    },
  };
}
